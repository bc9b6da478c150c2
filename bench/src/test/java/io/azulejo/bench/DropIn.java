package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Times reads through the classes of TileDB-Java, and the same reads through the engine, in
 * alternating rounds; when it is asked for by name. See docs/benchmarks.md.
 */
class DropIn {
  private static final Path FOLDER = Path.of(System.getProperty("dropin.dir", "target/drop-in"));
  private static final int SIDE = Integer.getInteger("dropin.side", 3000);
  private static final int POINTS = Integer.getInteger("dropin.points", 2_000_000);
  private static final int BOXES = Integer.getInteger("dropin.boxes", 10_000);
  private static final int ROUNDS = Integer.getInteger("dropin.repeat", 7);
  private static final int[] THREADS = {1, 2, 5, 10};

  /** A read that returns a checksum. */
  private interface Read {
    long run(SplittableRandom random) throws Exception;
  }

  @Test
  void run() throws Exception {
    Files.createDirectories(FOLDER);
    try (DropInReads reads = new DropInReads(FOLDER, SIDE, POINTS)) {
      print("%-24s %9s %12s %12s %8s", "read", "time", "engine", "drop-in", "ratio");
      compare("dense, whole", 1, r -> reads.engineDense(), r -> reads.facadeDense());
      compare("sparse, whole", 1, r -> reads.engineSparse(), r -> reads.facadeSparse());
      compare("box of 10 x 10", BOXES, reads::engineBox, reads::facadeBox);
      print("");
      print(
          "%-24s %12s %12s %12s %12s",
          "threads x " + BOXES + " boxes", "seconds", "boxes/s", "median", "p99");
      for (int threads : THREADS) {
        report("engine, " + threads, threads, reads::engineBox);
        report("drop-in, " + threads, threads, reads::facadeBox);
      }
    }
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  /** The median elapsed time and the mean processor time of a read, in microseconds. */
  private record Cost(double elapsed, double processor) {}

  /** Prints the median costs of one read. */
  private static void compare(String name, int count, Read engine, Read facade) throws Exception {
    List<Cost> first = new ArrayList<>();
    List<Cost> second = new ArrayList<>();
    int warmup = count == 1 ? 5 : 20;
    for (int round = -warmup; round < ROUNDS; round++) {
      Cost a = cost(count, round, engine);
      Cost b = cost(count, round, facade);
      if (round >= 0) {
        first.add(a);
        second.add(b);
      }
    }
    print(name, "elapsed", first, second, Cost::elapsed);
    print(name, "processor", first, second, Cost::processor);
  }

  private static void print(
      String name, String what, List<Cost> engine, List<Cost> facade, ToDoubleFunction<Cost> time) {
    double a = median(engine.stream().map(time::applyAsDouble).toList());
    double b = median(facade.stream().map(time::applyAsDouble).toList());
    print("%-24s %9s %9.1f µs %9.1f µs %8.2f", name, what, a, b, b / a);
  }

  private static Cost cost(int count, int seed, Read read) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    long sum = 0;
    long[] nanos = new long[count];
    long processor = processorNanos();
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      sum += read.run(random);
      nanos[i] = System.nanoTime() - start;
    }
    processor = processorNanos() - processor;
    assertThat(sum).isPositive();
    Arrays.sort(nanos);
    return new Cost(nanos[count / 2] / 1e3, processor / 1e3 / count);
  }

  /** Returns the processor time of all threads of this process. */
  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  /** Prints the median over several rounds of the time, the throughput and the latencies. */
  private static void report(String name, int threads, Read read) throws Exception {
    List<Double> seconds = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    List<Double> tails = new ArrayList<>();
    for (int round = -1; round < ROUNDS; round++) {
      long start = System.nanoTime();
      long[] nanos = concurrently(threads, read);
      double elapsed = (System.nanoTime() - start) / 1e9;
      Arrays.sort(nanos);
      if (round >= 0) {
        seconds.add(elapsed);
        medians.add(nanos[nanos.length / 2] / 1e3);
        tails.add(nanos[nanos.length * 99 / 100] / 1e3);
      }
    }
    print(
        "%-24s %12.2f %12.0f %9.1f µs %9.1f µs",
        name, median(seconds), threads * BOXES / median(seconds), median(medians), median(tails));
  }

  /** Returns the time of each read, in nanoseconds. */
  private static long[] concurrently(int threads, Read read) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<long[]>> results = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        results.add(
            pool.submit(
                () -> {
                  long[] nanos = new long[BOXES];
                  start.await();
                  for (int i = 0; i < BOXES; i++) {
                    long before = System.nanoTime();
                    read.run(random);
                    nanos[i] = System.nanoTime() - before;
                  }
                  return nanos;
                }));
      }
      LongStream all = LongStream.empty();
      for (Future<long[]> result : results) {
        all = LongStream.concat(all, Arrays.stream(result.get()));
      }
      return all.toArray();
    } finally {
      pool.shutdown();
    }
  }
}
