//! Runs a Slurm cluster of one controller and two nodes on this machine. Its job array answers a list even if a node dies.

use std::net::TcpListener;

use super::engines::{block, folder_and_table, has, inside, table_of_all};
use super::*;

/// The number of lines in the list, which take two nodes some seconds.
const LINES: usize = 60;

/// The number of shards.
const SHARDS: usize = 4;

/// A cluster, which is stopped when dropped.
struct Cluster {
    folder: Folder,
    /// The processes that were started; the two nodes are last.
    started: Vec<Child>,
}

/// Ports that are free now.
fn free_ports<const N: usize>() -> [u16; N] {
    let bound = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    bound.each_ref().map(|it| it.local_addr().unwrap().port())
}

impl Cluster {
    /// Starts a cluster and waits until both nodes are idle.
    fn start() -> Self {
        let mut cluster = Self {
            folder: Folder::new(),
            started: Vec::new(),
        };
        let host = Command::new("hostname").arg("-s").output().unwrap();
        let host = String::from_utf8(host.stdout).unwrap();
        let host = host.trim();
        for name in ["munge", "state", "n1", "n2"] {
            fs::create_dir(cluster.folder.path_of(name)).unwrap();
        }
        let key: Vec<u8> = (0..=255).cycle().take(1024).collect();
        let key = cluster.folder.write("munge/key", key);
        let at = |name: &str| cluster.folder.arg(name);
        let [controller, one, two] = free_ports();
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
        let munge = format!(
            "--force --foreground --key-file={key} --socket={socket} --pid-file={pid} \
             --log-file={log} --seed-file={seed}"
        );
        let private = |path: &str, mode: &str| {
            let changed = Command::new("chmod").args([mode, path]).status();
            assert!(changed.unwrap().success());
        };
        private(&key, "400");
        private(&at("munge"), "711");
        cluster.run("munged", &munge);
        cluster.wait("munged", |cluster| {
            cluster.folder.path_of("munge/socket").exists()
        });
        cluster.run("slurmctld", &format!("-D -f {conf}"));
        cluster.run("slurmd", &format!("-D -N n1 -f {conf}"));
        cluster.run("slurmd", &format!("-D -N n2 -f {conf}"));
        cluster.wait("two idle nodes", |cluster| {
            cluster.ask("sinfo", &["-h", "-o", "%T %D"]).trim() == "idle 2"
        });
        cluster
    }

    fn run(&mut self, program: &str, arguments: &str) {
        let mut command = Command::new(program);
        command.args(arguments.words()).stdin(Stdio::null());
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        self.started.push(quiet.spawn().unwrap());
    }

    /// Runs a Slurm command and returns its output.
    fn ask(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.path_of("slurm.conf"));
        let output = command.args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn wait(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            let is_early = begun.elapsed() < Duration::from_secs(120);
            assert!(is_early, "{what}: {}", self.folder.read("ctld.log"));
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Kills the second node and its tasks without warning.
    fn kill_second_node(&mut self) {
        self.started.last_mut().unwrap().kill().unwrap();
        for pid in processes_on("n2", &self.folder) {
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
        for process in self.started.iter_mut().rev() {
            send(process, "-TERM");
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

/// The processes of tasks on a node of the cluster with this folder.
fn processes_on(node: &str, cluster: &Path) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap();
    let pids = processes.filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    let pids = pids.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    let name = format!("SLURMD_NODENAME={node}");
    let conf = format!("SLURM_CONF={}", cluster.join("slurm.conf").display());
    let is_there = |pid: &String| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let words: Vec<&[u8]> = environment.split(|&byte| byte == 0).collect();
        // A task of the job array rather than a part of Slurm.
        let is_task = |word: &&[u8]| word.starts_with(b"SLURM_ARRAY_TASK_ID=");
        let has = |word: &str| words.contains(&word.as_bytes());
        has(&name) && has(&conf) && words.iter().any(is_task)
    };
    pids.filter(is_there).collect()
}

/// The number of lines that have an answer.
fn answered(lists: &ListFolder) -> usize {
    let names = lists.0.names().into_iter();
    let names = names.filter(|name| name.starts_with("answers-"));
    let lines = names.map(|name| lists.0.read(&name).lines().count().saturating_sub(1));
    lines.sum()
}

#[test]
#[ignore = "needs Slurm on this machine, and some minutes"]
fn a_slurm_array_answers_all_lines_although_a_node_is_killed() {
    let mut programs = ["slurmctld", "slurmd", "munged", "sbatch"].into_iter();
    if !programs.all(|program| has("slurm", program)) {
        return;
    }
    if !rustix::process::getuid().is_root() {
        return eprintln!("skipped: a cluster needs root");
    }
    // Each line takes a fifth of a second.
    let command = "solve pocket --recipe mux-lemmas";
    let (lists, whole) = folder_and_table((LINES, 11), command);
    let mut cluster = Cluster::start();
    let script = block("sh", "#SBATCH").replace("640", &SHARDS.to_string());
    let script = script.replace("solve pocket", "solve pocket --recipe mux-lemmas");
    let script = lists.0.write("array.sh", script);
    let submit = |cluster: &Cluster| {
        let mut command = inside(&lists, "sbatch");
        command.env("SLURM_CONF", cluster.folder.path_of("slurm.conf"));
        command.args(["--parsable", "-o", "out-%a", &script]);
        let job = Run::of(command.output().unwrap()).ends(0).out;
        job.trim().to_owned()
    };
    let at_work = |cluster: &Cluster| {
        let is_at_work = |node| !processes_on(node, &cluster.folder).is_empty();
        ["n1", "n2"].into_iter().all(is_at_work)
    };
    let is_idle = |cluster: &Cluster| cluster.ask("squeue", &["-h"]).is_empty();
    // First the job is cancelled, as when a scheduler needs the nodes. The answers are kept.
    let job = submit(&cluster);
    cluster.wait("two nodes at work", |cluster| {
        at_work(cluster) && answered(&lists) > 2
    });
    cluster.ask("scancel", &[&job]);
    cluster.wait("the end of the tasks", is_idle);
    let done = answered(&lists);
    assert!(done < LINES, "{done}");
    // Then a node and its tasks are killed.
    let job = submit(&cluster);
    cluster.wait("two nodes at work again", |cluster| {
        at_work(cluster) && answered(&lists) > done + 2
    });
    cluster.kill_second_node();
    let is_running = |cluster: &Cluster| {
        let running = cluster.ask("squeue", &["-h", "-t", "running,completing", "-o", "%N"]);
        running.contains("n1")
    };
    // The other node continues.
    cluster.wait("the end of the tasks of the first node", |cluster| {
        !is_running(cluster)
    });
    cluster.ask("scancel", &["--signal=KILL", "--full", &job]);
    cluster.ask("scancel", &[&job]);
    // The job is submitted again, and the remaining node answers the rest.
    submit(&cluster);
    cluster.wait("all answers", |_| answered(&lists) >= LINES);
    cluster.wait("the last task", |cluster| !is_running(cluster));
    assert_eq!(table_of_all(&lists), whole);
}
