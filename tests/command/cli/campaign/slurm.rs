//! A Slurm cluster of one controller and two nodes, on this machine: its job array does the jobs, also when a node dies.

use std::net::TcpListener;

use super::engines::{campaign_and_table, has, script};
use super::*;

/// So many jobs, a few seconds for two workers.
const JOBS: usize = 40;

/// A cluster, ended when dropped.
struct Cluster {
    folder: Folder,
    /// What was started: the two nodes last.
    started: Vec<(String, Child)>,
}

/// Ports that nobody uses now.
fn ports<const N: usize>() -> [u16; N] {
    let bound = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    bound.each_ref().map(|it| it.local_addr().unwrap().port())
}

impl Cluster {
    /// Starts it, and waits until both nodes are idle.
    fn start() -> Self {
        let mut cluster = Self {
            folder: Folder::new(),
            started: Vec::new(),
        };
        let host = Command::new("hostname").arg("-s").output().unwrap();
        let host = String::from_utf8(host.stdout).unwrap();
        let host = host.trim();
        for name in ["munge", "state", "n1", "n2"] {
            fs::create_dir(cluster.folder.at(name)).unwrap();
        }
        let key: Vec<u8> = (0..=255).cycle().take(1024).collect();
        let key = cluster.folder.write("munge/key", key);
        let at = |name: &str| cluster.folder.arg(name);
        let [controller, one, two] = ports();
        let socket = at("munge/socket");
        let conf = format!(
            "ClusterName=twistsat\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\n\
             AuthType=auth/munge\nAuthInfo=socket={socket}\nCredType=cred/munge\n\
             SlurmUser=root\nSlurmdUser=root\nStateSaveLocation={state}\nSlurmdSpoolDir={spool}/%n\n\
             SlurmctldPidFile={spool}/ctld.pid\nSlurmdPidFile={spool}/%n.pid\n\
             SlurmctldLogFile={spool}/ctld.log\nSlurmdLogFile={spool}/%n.log\nMpiDefault=none\n\
             ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\nSelectType=select/cons_tres\n\
             SelectTypeParameters=CR_CPU\nSlurmdParameters=config_overrides\nReturnToService=2\n\
             SlurmdTimeout=10\nKillWait=5\n\
             NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={one} CPUs=1\n\
             NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={two} CPUs=1\n\
             PartitionName=all Nodes=n1,n2 Default=YES MaxTime=60 State=UP\n",
            state = at("state"),
            spool = cluster.folder.path().display(),
        );
        let conf = cluster.folder.write("slurm.conf", conf);
        let files = ["key", "pid", "log", "seed"].map(|name| at(&format!("munge/{name}")));
        let [_, pid, log, seed] = files;
        let munge = [
            "--force".to_owned(),
            "--foreground".to_owned(),
            format!("--key-file={key}"),
            format!("--socket={socket}"),
            format!("--pid-file={pid}"),
            format!("--log-file={log}"),
            format!("--seed-file={seed}"),
        ];
        let private = |path: &str, mode: &str| {
            assert!(
                Command::new("chmod")
                    .args([mode, path])
                    .status()
                    .unwrap()
                    .success()
            );
        };
        private(&key, "400");
        private(&at("munge"), "711");
        cluster.run("munged", &munge.each_ref().map(String::as_str));
        cluster.wait("munged", |cluster| {
            cluster.folder.at("munge/socket").exists()
        });
        cluster.run("slurmctld", &["-D", "-f", &conf]);
        cluster.run("slurmd", &["-D", "-N", "n1", "-f", &conf]);
        cluster.run("slurmd", &["-D", "-N", "n2", "-f", &conf]);
        cluster.wait("two idle nodes", |cluster| {
            cluster.ask("sinfo", &["-h", "-o", "%T %D"]).trim() == "idle 2"
        });
        cluster
    }

    fn run(&mut self, program: &str, arguments: &[&str]) {
        let started = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.started.push((program.to_owned(), started.unwrap()));
    }

    /// What a command of Slurm prints.
    fn ask(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.at("slurm.conf"));
        let output = command.args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn wait(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            let log = || fs::read_to_string(self.folder.at("ctld.log")).unwrap_or_default();
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "{what}: {}",
                log()
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Kills a node and all that works there, without any word.
    fn kill_second_node(&mut self, dir: &str) {
        let (_, node) = self.started.last_mut().unwrap();
        node.kill().unwrap();
        for pid in workers_on(dir, "n2") {
            let _ = Command::new("kill").args(["-KILL", &pid]).status();
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let jobs = self.ask("squeue", &["-h", "-o", "%A"]);
        for job in jobs.lines() {
            self.ask("scancel", &["--signal=KILL", "--full", job]);
        }
        for (_, process) in self.started.iter_mut().rev() {
            let _ = Command::new("kill").arg(process.id().to_string()).status();
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs(5)
                && process.try_wait().is_ok_and(|it| it.is_none())
            {
                std::thread::sleep(Duration::from_millis(50));
            }
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// The processes of workers with a lease, on a node.
fn workers_on(dir: &str, node: &str) -> Vec<String> {
    let leases = tokens(dir, "leased");
    let pids = leases.iter().filter_map(|lease| lease.split('.').nth(3));
    let name = format!("SLURMD_NODENAME={node}");
    let is_there = |pid: &&str| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment
            .split(|&byte| byte == 0)
            .any(|it| it == name.as_bytes())
    };
    pids.filter(is_there).map(str::to_owned).collect()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout == b"0\n")
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_slurm_array_ends_complete_though_a_node_is_killed_in_the_middle() {
    let are_there =
        ["slurmctld", "slurmd", "munged", "sbatch"].map(|program| has("slurm", program));
    if are_there.contains(&false) {
        return;
    }
    if !is_root() {
        let _ =
            std::io::Write::write_all(&mut std::io::stderr(), b"skipped: a cluster takes root\n");
        return;
    }
    let mut cluster = Cluster::start();
    let campaigns = Campaigns::new();
    // A fifth of a second each.
    let command = ["solve", "pocket", "--recipe", "mux-lemmas"];
    let (dir, whole) = campaign_and_table(&campaigns, (JOBS, 11), &command);
    let script = script(&campaigns, &dir, &["--engine", "slurm", "--workers", "2"]);
    let output = campaigns.0.arg("out-%a");
    let submit = |cluster: &Cluster| {
        let told = cluster.ask("sbatch", &["--parsable", "-o", &output, &script]);
        told.trim().to_owned()
    };
    // First it is cancelled, as a scheduler does that needs the nodes: the jobs are given back.
    let job = submit(&cluster);
    cluster.wait("two nodes at work", |_| {
        ["n1", "n2"]
            .iter()
            .all(|node| workers_on(&dir, node).len() == 1)
    });
    cluster.ask("scancel", &[&job]);
    cluster.wait("the end of the workers", |_| {
        tokens(&dir, "leased").is_empty()
    });
    let done = status(&dir)["verdicts"]["minimal"].as_u64().unwrap_or(0);
    assert!(done < JOBS as u64);
    cluster.wait("idle nodes", |cluster| {
        cluster.ask("squeue", &["-h"]).is_empty()
    });
    // Then a node dies.
    submit(&cluster);
    cluster.wait("two nodes at work", |_| {
        let enough = status(&dir)["verdicts"]["minimal"].as_u64().unwrap_or(0) > done;
        enough
            && ["n1", "n2"]
                .iter()
                .all(|node| workers_on(&dir, node).len() == 1)
    });
    cluster.kill_second_node(&dir);
    cluster.wait("the end of the campaign", |_| status(&dir)["open"] == 0);
    cluster.wait("the last lease", |_| tokens(&dir, "leased").is_empty());
    let stands = status(&dir);
    assert_eq!(stands["verdicts"], json!({"minimal": JOBS}), "{stands}");
    assert_eq!(table(&dir), whole);
}
