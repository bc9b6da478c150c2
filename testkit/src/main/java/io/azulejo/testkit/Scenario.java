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
 * A change of what is stored, for {@link CrashSweep} and {@link ErrorSweep}: where it starts, the
 * change, how to read what is there, what is done next, how garbage is collected. All of it is done
 * in memory, at locations {@code mem://…}, by engines without threads.
 */
public final class Scenario {
  /** Something that is done with an engine. */
  @FunctionalInterface
  public interface Act {
    /** Does it. */
    void with(Azulejo engine) throws Exception;
  }

  /** Reads all that matters; equal values mean that the same is read. */
  @FunctionalInterface
  public interface Reading {
    /**
     * Reads it; where there may be nothing, before the change or after it, a {@link
     * NotFoundException} is a value too.
     */
    Object with(Azulejo engine) throws Exception;
  }

  /** What is read where there is nothing. */
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
  private Pattern anyNumber = Pattern.compile("(?!)");

  private Scenario(String name, Reading reading) {
    this.name = name;
    this.reading = reading;
  }

  /** A scenario of that name, of which that is read. */
  public static Scenario of(String name, Reading reading) {
    return new Scenario(name, reading);
  }

  /** What is done first, once; nothing is there before. */
  public Scenario preparedBy(Act act) {
    preparations.add(act);
    return this;
  }

  /** The change. It must do the same operations each time. */
  public Scenario changedBy(Act act) {
    change = act;
    return this;
  }

  /** What must work after a change that did not go well; must be possible after one that did. */
  public Scenario then(Act act) {
    next = act;
    return this;
  }

  /** Removes what killed writers have left, of any age. */
  public Scenario collectedBy(Act act) {
    collection = act;
    return this;
  }

  /** What may be read beside what was there before and after: of changes that go step by step. */
  public Scenario orReadingAs(Predicate<Object> state) {
    between = state;
    return this;
  }

  /** What was between is, after the next change, as if the change had been done whole. */
  public Scenario finishedByNext() {
    endsAsAfter = true;
    return this;
  }

  /**
   * A change that fails may leave files behind, and says then that it is not known whether all is
   * done.
   */
  public Scenario mayLeaveFiles() {
    mayLeaveFiles = true;
    return this;
  }

  /**
   * Of files whose paths match, garbage collection may leave more or fewer than without a crash,
   * and a change that fails may leave any.
   */
  public Scenario anyNumberOf(String pattern) {
    anyNumber = Pattern.compile(pattern);
    return this;
  }

  /** The bytes that the engines may hold; 64 MiB by default. */
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

  /** Whether there may be any number of files like one. */
  boolean isAnyNumber(String path) {
    return anyNumber.matcher(path).find();
  }

  void continueOn(Storage storage) throws Exception {
    if (next != null) {
      run(next, storage);
    }
  }

  /** The files, by their names without what is different each time, after garbage collection. */
  List<String> collected(Storage storage) throws Exception {
    storage.deleteFolder(StoredSpillFiles.FOLDER); // gone with the process
    run(collection, storage);
    return shapes(StoredFiles.paths(storage));
  }

  /** The names of files without what is different each time, and without those of any number. */
  List<String> shapes(Set<String> paths) {
    return paths.stream()
        .filter(path -> !isAnyNumber(path))
        .map(path -> StoredFiles.shape(path).replaceAll("__\\d+_\\d+_", "__t_t_"))
        .sorted()
        .toList();
  }

  /** Reads what is there before or after the change, when all is well. */
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
   * An engine.
   *
   * @param spills the store for files of cells that wait
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
