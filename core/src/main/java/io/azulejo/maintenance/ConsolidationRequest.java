package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What {@link io.azulejo.Maintenance#consolidate} merges, and into what. Immutable. */
public final class ConsolidationRequest {
  /** All fragments, into one. */
  public static final ConsolidationRequest DEFAULT = new ConsolidationRequest(new Settings());

  private final Settings settings;

  private ConsolidationRequest(Settings settings) {
    this.settings = settings;
    if (settings.minFragments > settings.maxFragments && settings.minFragments != Settings.ALL) {
      throw new InvalidRequestException(
          "at least %d fragments of at most %d: give a least number that is not greater"
              .formatted(settings.minFragments, settings.maxFragments));
    }
  }

  private ConsolidationRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new ConsolidationRequest(changed);
  }

  /** The same, of another kind of files. */
  public ConsolidationRequest mode(MaintenanceMode what) {
    Objects.requireNonNull(what, "what");
    return with(changed -> changed.mode = what);
  }

  /**
   * The same, with a limit to how often fragments are chosen and merged; by default until there is
   * no choice.
   *
   * @param max 0 or more
   */
  public ConsolidationRequest steps(long max) {
    requireNotNegative(max, "steps");
    return with(changed -> changed.steps = max);
  }

  /**
   * The same, with the number of fragments that each step merges at least; by default all of them.
   * Where there are fewer, all of them are enough.
   *
   * @param number 0 or more
   * @throws InvalidRequestException if it is greater than {@link #maxFragments()}
   */
  public ConsolidationRequest minFragments(long number) {
    requireNotNegative(number, "fragments");
    return with(changed -> changed.minFragments = number);
  }

  /**
   * The same, with the number of fragments that each step merges at most; by default all of them.
   *
   * @param number 0 or more
   * @throws InvalidRequestException if it is less than a {@link #minFragments()} that was set
   */
  public ConsolidationRequest maxFragments(long number) {
    requireNotNegative(number, "fragments");
    return with(changed -> changed.maxFragments = number);
  }

  /**
   * The same, with a condition on the sizes of fragments that follow each other: they are merged in
   * one step only if the smaller one has at least this part of the larger one.
   *
   * @param min from 0 (the default: any sizes) to 1
   */
  public ConsolidationRequest sizeRatio(double min) {
    if (!(min >= 0 && min <= 1)) {
      throw new InvalidRequestException("a size ratio of %s: give one from 0 to 1".formatted(min));
    }
    return with(changed -> changed.sizeRatio = min);
  }

  /**
   * The same, with a limit to the cells of a merged dense fragment, for each cell of the tiles of
   * those that it is merged from.
   *
   * @param max 0 or more; 1 by default
   */
  public ConsolidationRequest amplification(double max) {
    if (!(max >= 0)) {
      throw new InvalidRequestException("an amplification of %s: give 0 or more".formatted(max));
    }
    return with(changed -> changed.amplification = max);
  }

  /**
   * The same, with the size of data files after which a merge begins a new fragment; by default
   * there is no limit.
   *
   * @param bytes 1 or more
   */
  public ConsolidationRequest maxFragmentSize(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException("fragments of %d bytes: give 1 or more".formatted(bytes));
    }
    return with(changed -> changed.maxFragmentSize = bytes);
  }

  /**
   * The same, but deleted cells are left out for good, instead of kept with the times of their
   * deletions: what the array held before they were deleted can't be read any more, once it is
   * vacuumed.
   */
  public ConsolidationRequest purged() {
    return purged(true);
  }

  ConsolidationRequest purged(boolean yes) {
    return with(changed -> changed.purged = yes);
  }

  /** The same for those fragments, or files of metadata, alone whose times all lie in a range. */
  public ConsolidationRequest times(TimeRange range) {
    Objects.requireNonNull(range, "range");
    return with(changed -> changed.times = range);
  }

  /** The same for fragments of these names alone, which are merged in one step. */
  public ConsolidationRequest fragments(List<String> names) {
    List<String> copy = List.copyOf(names);
    return with(changed -> changed.fragments = copy);
  }

  /** The same with a listener to how many bytes of fragments are merged, of how many. */
  public ConsolidationRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /**
   * The same with a setting by the reference engine's name: {@code sm.consolidation.mode}, {@code
   * .steps}, {@code .step_min_frags}, {@code .step_max_frags}, {@code .step_size_ratio}, {@code
   * .amplification}, {@code .max_fragment_size}, {@code .purge_deleted_cells}, {@code
   * .timestamp_start} and {@code .timestamp_end}. Its settings of buffers and memory are accepted
   * and have no effect: the engine has a budget of its own.
   *
   * @throws InvalidRequestException if there is none of that name, or the value is none for it
   */
  public ConsolidationRequest config(String name, String value) {
    return ConsolidationConfig.set(this, name, value);
  }

  /** The kind of files that is consolidated; fragments by default. */
  public MaintenanceMode mode() {
    return settings.mode;
  }

  /** How often fragments are chosen and merged, at most. */
  public long steps() {
    return settings.steps;
  }

  /** How many fragments a step merges at least; 4,294,967,295 for all of them. */
  public long minFragments() {
    return settings.minFragments;
  }

  /** How many fragments a step merges at most. */
  public long maxFragments() {
    return settings.maxFragments;
  }

  /**
   * Which part of the larger one the smaller of two fragments that follow each other has to have at
   * least, to be merged in one step; from 0 to 1.
   */
  public double sizeRatio() {
    return settings.sizeRatio;
  }

  /**
   * How many cells a merged dense fragment may have for each cell of the tiles of those that it is
   * merged from.
   */
  public double amplification() {
    return settings.amplification;
  }

  /** The bytes of data files after which a merge begins a new fragment. */
  public long maxFragmentSize() {
    return settings.maxFragmentSize;
  }

  /** Whether deleted cells are left out, rather than kept with the times of their deletions. */
  public boolean isPurged() {
    return settings.purged;
  }

  /** The range in which the times of a fragment, or file of metadata, have to lie to take part. */
  public TimeRange times() {
    return settings.times;
  }

  /** The names of the fragments that are merged in one step; empty where they are chosen. */
  public Optional<List<String>> fragments() {
    return Optional.ofNullable(settings.fragments);
  }

  /** Listens to how many bytes of fragments are merged; {@link Progress#NONE} by default. */
  public Progress progress() {
    return settings.progress;
  }

  private static void requireNotNegative(long number, String what) {
    if (number < 0) {
      throw new InvalidRequestException("%d %s: give 0 or more".formatted(number, what));
    }
  }

  /** Changed only before the request that holds it is made. */
  private static final class Settings {
    /** The reference engine's default, the greatest number of 32 bits. */
    static final long ALL = 0xFFFF_FFFFL;

    MaintenanceMode mode = MaintenanceMode.FRAGMENTS;
    long steps = ALL;
    long minFragments = ALL;
    long maxFragments = ALL;
    double sizeRatio;
    double amplification = 1;
    long maxFragmentSize = Long.MAX_VALUE;
    boolean purged;
    TimeRange times = TimeRange.ALL;
    @Nullable List<String> fragments;
    Progress progress = Progress.NONE;

    Settings() {}

    Settings(Settings other) {
      mode = other.mode;
      steps = other.steps;
      minFragments = other.minFragments;
      maxFragments = other.maxFragments;
      sizeRatio = other.sizeRatio;
      amplification = other.amplification;
      maxFragmentSize = other.maxFragmentSize;
      purged = other.purged;
      times = other.times;
      fragments = other.fragments;
      progress = other.progress;
    }
  }
}
