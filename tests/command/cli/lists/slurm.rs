//! Runs a Slurm cluster of a controller and two nodes on this machine. A job array answers a list even if a node dies.

use std::fs;
use std::net::TcpListener;

use super::engines::{answer_files, block, folder_and_table, has, inside};
use super::*;

/// The number of lines in the list, which take two nodes some seconds.
const LINES: usize = 60;

/// A cluster, which is stopped when dropped.
struct Cluster {
    folder: Folder,
    /// The processes that were started; the two nodes are last.
    started: Vec<Child>,
}

impl Cluster {
    /// Starts a cluster and waits until both nodes are idle.
    fn start() -> Self {
        let mut cluster = Self {
            folder: Folder::new(),
            started: Vec::new(),
        };
        let host = run_script(&cluster.folder, "hostname -s").ends(0).out;
        let host = host.trim();
        for name in ["munge", "state", "n1", "n2"] {
            fs::create_dir(cluster.folder.path_of(name)).unwrap();
        }
        let key: Vec<u8> = (0..=255).cycle().take(1024).collect();
        cluster.folder.write("munge/key", key);
        let private = "chmod 400 munge/key && chmod 711 munge";
        run_script(&cluster.folder, private).ends(0);
        // Ports that are free now.
        let bound = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [controller, one, two] = bound.map(|it| it.local_addr().unwrap().port());
        let munge = cluster.folder.arg("munge");
        let conf = format!(
            "ClusterName=twistsat\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\n\
             AuthType=auth/munge\nAuthInfo=socket={munge}/socket\nCredType=cred/munge\n\
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
            state = cluster.folder.arg("state"),
            spool = cluster.folder.path().display(),
        );
        let conf = cluster.folder.write("slurm.conf", conf);
        let munged = format!(
            "--force --foreground --key-file={munge}/key --socket={munge}/socket --pid-file={munge}/pid \
             --log-file={munge}/log --seed-file={munge}/seed"
        );
        cluster.run("munged", &munged);
        let socket = cluster.folder.path_of("munge/socket");
        wait_until("munged", || socket.exists());
        cluster.run("slurmctld", &format!("-D -f {conf}"));
        cluster.run("slurmd", &format!("-D -N n1 -f {conf}"));
        cluster.run("slurmd", &format!("-D -N n2 -f {conf}"));
        let nodes = || cluster.ask("sinfo", &["-h", "-o", "%T %D"]);
        wait_until("two idle nodes", || nodes().trim() == "idle 2");
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
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = fs::read_to_string(self.folder.path_of("ctld.log"));
            println!("{}", log.unwrap_or_default());
        }
        let jobs = self.ask("squeue", &["-h", "-o", "%A"]);
        for job in jobs.lines() {
            self.ask("scancel", &["--signal=KILL", "--full", job]);
        }
        for process in self.started.iter_mut().rev() {
            send(process, "-TERM");
            for _ in 0..100 {
                if process.try_wait().is_ok_and(|ended| ended.is_some()) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// The processes of tasks on a node of the cluster with this folder.
fn tasks_on(node: &str, cluster: &Path) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap();
    let pids = processes.filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    let pids = pids.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    let conf = cluster.join("slurm.conf");
    // The last variable is set for a task of the job array, but not for a part of Slurm.
    let variables = [
        format!("\0SLURMD_NODENAME={node}\0"),
        format!("\0SLURM_CONF={}\0", conf.display()),
        "\0SLURM_ARRAY_TASK_ID=".to_owned(),
    ];
    let is_there = |pid: &String| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let environment = format!("\0{}", String::from_utf8_lossy(&environment));
        variables.iter().all(|it| environment.contains(it))
    };
    pids.filter(is_there).collect()
}

/// The number of lines that have an answer.
fn answered_lines(folder: &Folder) -> usize {
    let files = answer_files(folder).into_iter();
    let lines = files.map(|file| folder.read(&file).lines().count().saturating_sub(1));
    lines.sum()
}

#[test]
#[ignore = "needs Slurm on this machine, and some minutes"]
fn a_slurm_array_answers_all_lines_although_a_node_is_killed() {
    let programs =
        "command -v slurmctld && command -v slurmd && command -v munged && command -v sbatch";
    if !has("slurm", programs) {
        return;
    }
    if !rustix::process::getuid().is_root() {
        return eprintln!("skipped: a cluster needs root");
    }
    // Each line takes a fifth of a second.
    let solve = "solve pocket --recipe mux-lemmas";
    let (folder, whole) = folder_and_table(LINES, 11, solve);
    let mut cluster = Cluster::start();
    let script = block("sh", "#SBATCH").replace("640", "4");
    folder.write("array.sh", script.replace("solve pocket", solve));
    let submit = |cluster: &Cluster| {
        let mut command = inside(&folder, "sbatch");
        command.env("SLURM_CONF", cluster.folder.path_of("slurm.conf"));
        command.args(["--parsable", "-o", "out-%a", "array.sh"]);
        let job = Run::of(command.output().unwrap()).ends(0).out;
        job.trim().to_owned()
    };
    // Waits until both nodes work on a job that was submitted and some of its lines are answered.
    let wait_for_work = |cluster: &Cluster, before: usize| {
        wait_until("two nodes at work", || {
            let is_at_work = |node: &str| !tasks_on(node, &cluster.folder).is_empty();
            is_at_work("n1") && is_at_work("n2") && answered_lines(&folder) > before + 2
        });
    };
    // First the job is cancelled, as when a scheduler needs the nodes. The answers are kept.
    let job = submit(&cluster);
    wait_for_work(&cluster, 0);
    cluster.ask("scancel", &[&job]);
    let jobs = || cluster.ask("squeue", &["-h"]);
    wait_until("the end of the tasks", || jobs().is_empty());
    let done = answered_lines(&folder);
    assert!(done < LINES, "{done}");
    // Then a node and its tasks are killed without warning.
    let job = submit(&cluster);
    wait_for_work(&cluster, done);
    cluster.started.last_mut().unwrap().kill().unwrap();
    for pid in tasks_on("n2", &cluster.folder) {
        let _ = Command::new("kill").args(["-KILL", &pid]).status();
    }
    let running = ["-h", "-t", "running,completing", "-o", "%N"];
    let is_over = || !cluster.ask("squeue", &running).contains("n1");
    // The other node continues.
    wait_until("the end of the tasks of the first node", is_over);
    cluster.ask("scancel", &["--signal=KILL", "--full", &job]);
    cluster.ask("scancel", &[&job]);
    // The job is submitted again, and the remaining node answers the rest.
    submit(&cluster);
    wait_until("all answers", || answered_lines(&folder) >= LINES);
    wait_until("the last task", is_over);
    assert_eq!(table(&folder, answer_files(&folder)), whole);
}
