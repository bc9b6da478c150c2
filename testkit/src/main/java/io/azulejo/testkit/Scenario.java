package io.azulejo.testkit;

import io.azulejo.Azulejo;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A change to test with {@link CrashSweep}, {@link ErrorSweep} and other sweeps. A scenario
 * consists of the initial state, the change, a way to read the state, the next change and garbage
 * collection. It uses locations {@code mem://…} and engines without threads of their own.
 */
public final class Scenario {
  /** An action on an engine. */
  @FunctionalInterface
  public interface Act {
    /** Executes the action on an engine, which the caller closes. */
    void with(Azulejo engine) throws Exception;
  }

  /** Reads the relevant state as a value. Equal values mean equal states. */
  @FunctionalInterface
  public interface Reading {
    /**
     * Reads the state. If a {@link NotFoundException} is thrown before or after an undisturbed
     * change, it counts as the state {@link #NOTHING}.
     */
    Object with(Azulejo engine) throws Exception;
  }

  /** The state that stands for a {@link NotFoundException}. */
  public static final Object NOTHING = "nothing is there";

  final String name;
  private final Reading reading;
  private final List<Act> preparations = new ArrayList<>();
  private Act change;
  private Act next;
  private Act collection;
  private Predicate<Object> between = read -> false;
  private long memoryBudget = 64L << 20;
  private Storage prepared;
  private boolean mayBeNothing;
  private boolean endsAsAfter;
  private boolean mayLeaveFiles;
  private Pattern ignoredFiles = Pattern.compile("(?!)");

  private Scenario(String name, Reading reading) {
    this.name = name;
    this.reading = reading;
  }

  /** Creates a scenario with a name and a way to read its state. */
  public static Scenario of(String name, Reading reading) {
    return new Scenario(name, reading);
  }

  /**
   * Adds a preparation of the initial state. Preparations run once, in order, and the store is
   * empty before the first one. Returns this scenario.
   */
  public Scenario preparedBy(Act act) {
    preparations.add(act);
    return this;
  }

  /**
   * Sets the change to test. It must execute the same operations in every run. Returns this
   * scenario.
   */
  public Scenario changedBy(Act act) {
    change = act;
    return this;
  }

  /**
   * Sets the next change. It must work after the tested change, whether that succeeded or failed.
   * Returns this scenario.
   */
  public Scenario then(Act act) {
    next = act;
    return this;
  }

  /**
   * Sets the garbage collection. It must remove the remains of killed writers, regardless of their
   * age. Returns this scenario.
   */
  public Scenario collectedBy(Act act) {
    collection = act;
    return this;
  }

  /**
   * Allows intermediate states, for a change that proceeds in steps. Returns this scenario.
   *
   * @param state tells whether a state that was read is allowed
   */
  public Scenario allowingState(Predicate<Object> state) {
    between = state;
    return this;
  }

  /** Requires that the next change completes an interrupted change. Returns this scenario. */
  public Scenario finishedByNext() {
    endsAsAfter = true;
    return this;
  }

  /**
   * Allows a failed change to leave files and to report an unknown outcome. Returns this scenario.
   */
  public Scenario mayLeaveFiles() {
    mayLeaveFiles = true;
    return this;
  }

  /**
   * Exempts some files from the checks. Garbage collection may leave more or fewer of these files
   * than without a crash, and a failed change may leave any number of them.
   *
   * @param pattern a regular expression that matches part of the path
   * @return this scenario
   */
  public Scenario ignoringFiles(String pattern) {
    ignoredFiles = Pattern.compile(pattern);
    return this;
  }

  /** Sets the memory budget of the engines, in bytes (default: 64 MiB). Returns this scenario. */
  public Scenario memoryBudget(long bytes) {
    memoryBudget = bytes;
    return this;
  }

  Storage start() throws Exception {
    if (prepared == null) {
      prepared = Storage.inMemory();
      for (Act act : preparations) {
        run(act, prepared);
      }
    }
    return StoredFiles.copy(prepared);
  }

  Act change() {
    return Objects.requireNonNull(change, "changedBy");
  }

  boolean isBetween(Object read) {
    return between.test(read);
  }

  boolean isFinishedByNext() {
    return endsAsAfter;
  }

  boolean leavesFiles() {
    return mayLeaveFiles;
  }

  boolean collects() {
    return collection != null;
  }

  /** Returns whether the file is exempt by {@link #ignoringFiles}. */
  boolean isIgnored(String path) {
    return ignoredFiles.matcher(path).find();
  }

  void runNext(Storage storage) throws Exception {
    if (next != null) {
      run(next, storage);
    }
  }

  /**
   * Collects garbage and returns the names of the remaining files, as {@link #shapes} returns them.
   */
  List<String> collected(Storage storage) throws Exception {
    storage.deleteFolder(StoredSpillFiles.FOLDER); // spill files end with the process
    run(collection, storage);
    return shapes(StoredFiles.paths(storage));
  }

  /**
   * Returns the paths, sorted and without the parts that differ between runs. Omits files that are
   * exempt by {@link #ignoringFiles}.
   */
  List<String> shapes(Set<String> paths) {
    return paths.stream()
        .filter(path -> !isIgnored(path))
        .map(path -> StoredFiles.shape(path).replaceAll("__\\d+_\\d+_", "__t_t_"))
        .sorted()
        .toList();
  }

  /**
   * Reads the state before or after an undisturbed change. If nothing is found, later reads may
   * find nothing either.
   */
  Object readFirst(Storage storage) throws Exception {
    try {
      return read(storage);
    } catch (NotFoundException e) {
      mayBeNothing = true;
      return NOTHING;
    }
  }

  Object read(Storage storage) throws Exception {
    try (Azulejo engine = engine(storage)) {
      return reading.with(engine);
    } catch (NotFoundException e) {
      if (mayBeNothing) {
        return NOTHING;
      }
      throw e;
    }
  }

  void run(Act act, Storage storage) throws Exception {
    try (Azulejo engine = engine(storage)) {
      act.with(engine);
    }
  }

  Azulejo engine(Storage storage) {
    return engine(storage, storage);
  }

  /**
   * Creates an engine, which the caller closes.
   *
   * @param storage the store for locations {@code mem://…}
   * @param spills the store for spill files
   */
  Azulejo engine(Storage storage, Storage spills) {
    Azulejo.Builder builder =
        Azulejo.builder()
            .computeThreads(0)
            .ioThreads(0)
            .memoryBudget(memoryBudget)
            .storage("mem", storage);
    return StoredSpillFiles.in(spills, builder).build();
  }
}
