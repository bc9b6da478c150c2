package io.azulejo.bench;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.error.AzulejoException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/**
 * The program that times workloads. It is also a {@link ToolProvider} named {@code azulejo-bench}.
 * It has three uses:
 *
 * <p>{@code --dir DIR --run NAME[,NAME...] [--repeat N] [--warmup W] [--threads T] [--profile
 * FILE.jfr]} runs workloads and prints one line of JSON for each workload.
 *
 * <p>{@code --compare A B [--format table|csv|json]} compares two files of these lines.
 *
 * <p>{@code --scaling} measures how times grow (see {@link ScalingCommand}).
 *
 * <p>Exit codes: 0 for success; 1 if a workload fails, a checksum is wrong, or compared checksums
 * differ; 2 for invalid arguments.
 */
public final class Workloads implements ToolProvider {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE_ERROR = 2;

  /** Creates the program. {@link java.util.ServiceLoader} calls this constructor. */
  public Workloads() {}

  /**
   * Runs the program and exits the JVM with its exit code.
   *
   * @param arguments the arguments described in the class
   */
  public static void main(String[] arguments) {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    PrintWriter err =
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    System.exit(new Workloads().run(out, err, arguments));
  }

  @Override
  public String name() {
    return "azulejo-bench";
  }

  @Override
  public int run(PrintWriter out, PrintWriter err, String... arguments) {
    Settings settings;
    try {
      if (List.of(arguments).contains("--compare")) {
        return compare(out, err, arguments);
      }
      if (List.of(arguments).contains("--scaling")) {
        ScalingCommand.parse(arguments).run(out);
        return OK;
      }
      settings = Settings.parse(arguments);
    } catch (IllegalArgumentException e) {
      err.println("azulejo-bench: " + e.getMessage());
      return USAGE_ERROR;
    }
    return settings.profile().isPresent()
        ? FlightProfile.of(() -> run(settings, out, err), settings.profile().get())
        : run(settings, out, err);
  }

  private static int compare(PrintWriter out, PrintWriter err, String... arguments) {
    List<String> given = List.of(arguments);
    boolean formatted = given.size() == 5 && given.contains("--format");
    int at = given.indexOf("--compare");
    if (at + 2 >= given.size() || (given.size() != 3 && !formatted)) {
      throw new IllegalArgumentException(
          "--compare requires two files, and optionally --format table, csv or json");
    }
    Comparison.Format format =
        formatted
            ? Comparison.Format.of(given.get((given.indexOf("--format") + 1) % given.size()))
            : Comparison.Format.TABLE;
    Comparison comparison = Comparison.of(Path.of(given.get(at + 1)), Path.of(given.get(at + 2)));
    comparison.print(format, out);
    if (!comparison.differing().isEmpty()) {
      err.println("azulejo-bench: the two runs read different cells in " + comparison.differing());
      return FAILED;
    }
    return OK;
  }

  private static int run(Settings settings, PrintWriter out, PrintWriter err) {
    try (Azulejo azulejo = settings.engine().build()) {
      boolean right = true;
      for (Workload workload : settings.workloads()) {
        right &= run(azulejo, workload, settings, out, err);
      }
      return right ? OK : FAILED;
    } catch (AzulejoException e) {
      err.println("azulejo-bench: " + e.getMessage());
      return FAILED;
    }
  }

  /**
   * Runs a workload and prints its result. Creates its input array if that does not exist.
   *
   * @return whether the checksums of all runs were correct
   */
  private static boolean run(
      Azulejo azulejo, Workload workload, Settings settings, PrintWriter out, PrintWriter err) {
    Location array = Location.of(settings.folder().resolve(workload.array()));
    if (!workload.array().isEmpty() && azulejo.catalog().type(array) != ObjectType.ARRAY) {
      GivenArray given = GivenArray.in(workload.array());
      given.prepare();
      given.write(azulejo, array);
    }
    OutFolder folder = new OutFolder(settings.folder());
    int runs = settings.warmup() + settings.repeat();
    List<Long> nanos = new ArrayList<>();
    Set<Long> checksums = new LinkedHashSet<>();
    long bytes = 0;
    for (int i = 0; i < runs; i++) {
      if (i == settings.warmup()) {
        PeakHeap.reset();
      }
      Repeat repeat;
      try (Azulejo remote = settings.engine().cachedStorage("file", network()).build()) {
        Azulejo engine = workload.remote() ? remote : azulejo;
        repeat = new Repeat(engine, array, folder, i == runs - 1);
        workload.run().accept(repeat);
      }
      if (i >= settings.warmup()) {
        nanos.add(repeat.nanos());
      }
      bytes = repeat.bytes();
      if (repeat.isSummed()) {
        checksums.add(repeat.checksum());
      }
    }
    long last = checksums.stream().reduce((before, after) -> after).orElseThrow();
    out.println(line(workload, nanos, bytes, last, PeakHeap.bytes()));
    out.flush();
    checksums.remove(workload.checksum());
    if (!checksums.isEmpty()) {
      err.printf(
          "azulejo-bench: %s has the checksum %x, but a run returned %x%n",
          workload.name(), workload.checksum(), checksums.iterator().next());
    }
    return checksums.isEmpty();
  }

  /**
   * Returns the local file store behind a simulated network, with 30 ms per request and 100 MB/s
   * per connection.
   */
  private static Storage network() {
    return ShapedStorage.slow(
        Storage.local(), StorageTraits.OBJECTS, Duration.ofMillis(30), 100_000_000);
  }

  private static String line(
      Workload workload, List<Long> nanos, long bytes, long checksum, long heap) {
    String seconds =
        nanos.stream()
            .map(time -> String.format(Locale.ROOT, "%.6f", time / 1e9))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "{\"workload\": \"%s\", \"seconds\": [%s], \"bytes\": %d, \"ops\": %d, \"checksum\": \"%x\", \"heap\": %d}",
        workload.name(),
        seconds,
        bytes,
        workload.operations(),
        checksum,
        heap);
  }

  /**
   * Parses the value of an integer option.
   *
   * @param min the smallest valid value
   * @throws IllegalArgumentException if the value is not an integer of at least {@code min}
   */
  static int number(String option, String value, int min) {
    try {
      int number = Integer.parseInt(value);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The error below covers this mistake as well as numbers that are too small.
    }
    throw new IllegalArgumentException(
        "%s must be an integer of at least %d, not %s".formatted(option, min, value));
  }

  /**
   * Returns whether a name matches a pattern: {@code all}, a name, or the start of a name followed
   * by {@code *}.
   */
  static boolean matches(String name, String pattern) {
    return pattern.equals("all")
        || name.equals(pattern)
        || (pattern.endsWith("*") && name.startsWith(pattern.substring(0, pattern.length() - 1)));
  }

  private record Settings(
      Path folder,
      List<Workload> workloads,
      int repeat,
      int warmup,
      int threads,
      Optional<Path> profile) {
    private static final List<String> OPTIONS =
        List.of("--dir", "--run", "--repeat", "--warmup", "--threads", "--profile");

    /**
     * Returns a builder of engines. They have one compute thread less than requested, because the
     * calling thread works too.
     */
    Azulejo.Builder engine() {
      return Azulejo.builder().computeThreads(threads - 1).ioThreads(threads);
    }

    static Settings parse(String... arguments) {
      Path folder = null;
      List<Workload> workloads = List.of();
      int repeat = 5;
      int warmup = 2;
      int threads = Runtime.getRuntime().availableProcessors();
      Optional<Path> profile = Optional.empty();
      for (int i = 0; i < arguments.length; i += 2) {
        String option = arguments[i];
        if (!OPTIONS.contains(option)) {
          throw new IllegalArgumentException(
              "unknown option %s; use %s, --compare or --scaling"
                  .formatted(option, String.join(", ", OPTIONS)));
        }
        if (i + 1 == arguments.length) {
          throw new IllegalArgumentException(option + " requires a value");
        }
        String value = arguments[i + 1];
        switch (option) {
          case "--dir" -> folder = Path.of(value);
          case "--run" -> workloads = select(value);
          case "--repeat" -> repeat = number(option, value, 1);
          case "--profile" -> profile = Optional.of(Path.of(value));
          case "--warmup" -> warmup = number(option, value, 0);
          default -> threads = number(option, value, 1);
        }
      }
      if (folder == null || workloads.isEmpty()) {
        throw new IllegalArgumentException(
            "--dir DIR and --run NAME[,NAME...] are required; " + available());
      }
      return new Settings(folder, workloads, repeat, warmup, threads, profile);
    }

    private static List<Workload> select(String names) {
      List<Workload> selected = new ArrayList<>();
      for (String name : names.split(",", -1)) {
        List<Workload> matching =
            Workload.all().stream().filter(workload -> matches(workload.name(), name)).toList();
        if (matching.isEmpty()) {
          throw new IllegalArgumentException("workload \"" + name + "\" not found; " + available());
        }
        selected.addAll(matching);
      }
      return selected;
    }

    private static String available() {
      return "valid: all, %s; a name may end in *"
          .formatted(Workload.all().stream().map(Workload::name).collect(Collectors.joining(", ")));
    }
  }
}
