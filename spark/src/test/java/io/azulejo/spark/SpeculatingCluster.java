package io.azulejo.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.SparkSession;
import scala.Option;
import scala.Some;

/**
 * A driver of its own with a cluster of two workers. Spark gives the copy of a slow task to another
 * host than that of the first attempt: so each worker has an address of its own, all of this
 * machine.
 */
public final class SpeculatingCluster {
  private static final String MASTER = "127.0.0.1";
  private static final List<String> WORKERS = List.of("127.0.0.2", "127.0.0.3");

  private SpeculatingCluster() {}

  /** Counts attempts; Spark calls it in one thread. */
  private static final class Attempts extends SparkListener {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger copies = new AtomicInteger();

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
      running.incrementAndGet();
      if (start.taskInfo().speculative()) {
        copies.incrementAndGet();
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      running.decrementAndGet();
    }
  }

  /**
   * Appends 8,000 rows to an array, in four tasks, of which one meets with a fault.
   *
   * @param args the array, the fault, its marker, and the file for the number of copies of tasks
   */
  public static void main(String[] args) throws Exception {
    SparkConf conf =
        new SparkConf()
            .set("spark.ui.enabled", "false")
            .set("spark.master.rest.enabled", "false")
            .set("spark.authenticate", "false");
    var master = Master.startRpcEnvAndEndpoint(MASTER, 0, 0, conf);
    List<RpcEnv> environments = new ArrayList<>();
    environments.add(master._1());
    String url = "spark://%s:%d".formatted(MASTER, master._1().address().port());
    Path work = Files.createDirectories(Path.of(args[3]).resolveSibling("work"));
    for (int i = 0; i < WORKERS.size(); i++) {
      environments.add(
          Worker.startRpcEnvAndEndpoint(
              WORKERS.get(i),
              0,
              0,
              1,
              1024,
              new String[] {url},
              work.toString(),
              new Some<>(i),
              conf,
              Option.empty()));
    }
    Attempts attempts = new Attempts();
    try (SparkSession spark =
        SparkSession.builder()
            .master(url)
            .config("spark.driver.host", MASTER)
            .config("spark.driver.bindAddress", MASTER)
            .config("spark.ui.enabled", "false")
            .config(
                "spark.jars",
                System.getProperty("azulejo.bundle") + "," + Clusters.jar(Faults.class))
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraJavaOptions", System.getProperty("azulejo.opens"))
            .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
            .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
            .config("spark.cores.max", "2")
            .config("spark.speculation", "true")
            .config("spark.speculation.interval", "50ms")
            .config("spark.speculation.quantile", "0.5")
            .config("spark.speculation.multiplier", "1.1")
            .getOrCreate()) {
      spark.sparkContext().addSparkListener(attempts);
      String call =
          "if(id = 5999, concat('green', reflect('%s', '%s', '%s')), if(id %% 2 = 0, 'red', 'green')) e"
              .formatted(Faults.class.getName(), args[1], args[2]);
      spark
          .range(0, 8_000, 1, 4)
          .selectExpr("id x", "if(id % 7 = 0, null, id) a", call)
          .write()
          .format("azulejo")
          .option("distribution", "none")
          .mode("append")
          .save(args[0]);
      // The attempts that lost remove what they have staged.
      while (attempts.running.get() > 0) {
        Thread.onSpinWait();
      }
      Files.writeString(Path.of(args[3]), attempts.copies.toString());
    }
    environments.forEach(RpcEnv::shutdown);
    System.exit(0);
  }
}
