package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The options of {@link io.azulejo.Maintenance#consolidate}. Immutable. */
public final class ConsolidationRequest {
  /** Merges all fragments into one. */
  public static final ConsolidationRequest DEFAULT = new ConsolidationRequest(new Settings());

  private final Settings settings;

  private ConsolidationRequest(Settings settings) {
    this.settings = settings;
    if (settings.minFragments > settings.maxFragments && settings.minFragments != Settings.ALL) {
      throw new InvalidRequestException(
          "minimum of %d fragments is greater than the maximum of %d"
              .formatted(settings.minFragments, settings.maxFragments));
    }
  }

  private ConsolidationRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new ConsolidationRequest(changed);
  }

  /** Returns this request for another kind of files. */
  public ConsolidationRequest mode(MaintenanceMode kind) {
    Objects.requireNonNull(kind, "kind");
    return with(changed -> changed.mode = kind);
  }

  /**
   * Returns this request with a maximum number of merge steps (default: unlimited).
   *
   * @param max at least 0
   * @throws InvalidRequestException if it is negative
   */
  public ConsolidationRequest steps(long max) {
    requireNotNegative(max, "steps");
    return with(changed -> changed.steps = max);
  }

  /**
   * Returns this request with a minimum number of fragments per step (default: all). If there are
   * fewer fragments, all of them are merged.
   *
   * @param number at least 0
   * @throws InvalidRequestException if it is negative or greater than {@link #maxFragments()}
   */
  public ConsolidationRequest minFragments(long number) {
    requireNotNegative(number, "fragments");
    return with(changed -> changed.minFragments = number);
  }

  /**
   * Returns this request with a maximum number of fragments per step (default: all).
   *
   * @param number at least 0
   * @throws InvalidRequestException if it is negative or less than a {@link #minFragments()} that
   *     was set
   */
  public ConsolidationRequest maxFragments(long number) {
    requireNotNegative(number, "fragments");
    return with(changed -> changed.maxFragments = number);
  }

  /**
   * Returns this request with a minimum size ratio (smaller / larger) of adjacent fragments in a
   * step.
   *
   * @param min 0 (default: any sizes) to 1
   * @throws InvalidRequestException if it is out of range
   */
  public ConsolidationRequest sizeRatio(double min) {
    if (!(min >= 0 && min <= 1)) {
      throw new InvalidRequestException("size ratio %s is out of range (0..1)".formatted(min));
    }
    return with(changed -> changed.sizeRatio = min);
  }

  /**
   * Returns this request with a maximum growth of merged dense fragments: cells written per cell in
   * the tiles of the inputs.
   *
   * @param max at least 0 (default: 1)
   * @throws InvalidRequestException if it is negative or NaN
   */
  public ConsolidationRequest amplification(double max) {
    if (!(max >= 0)) {
      throw new InvalidRequestException(
          "amplification %s is out of range (minimum: 0)".formatted(max));
    }
    return with(changed -> changed.amplification = max);
  }

  /**
   * Returns this request with a size of data files after which a merge starts a new fragment
   * (default: unlimited).
   *
   * @param bytes at least 1
   * @throws InvalidRequestException if it is less than 1
   */
  public ConsolidationRequest maxFragmentSize(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException(
          "maximum fragment size of %d bytes is too small (minimum: 1)".formatted(bytes));
    }
    return with(changed -> changed.maxFragmentSize = bytes);
  }

  /**
   * Returns this request with deleted cells dropped for good, rather than kept with their deletion
   * times. After a vacuum, the state before the deletions cannot be read any more.
   */
  public ConsolidationRequest purged() {
    return purged(true);
  }

  ConsolidationRequest purged(boolean enabled) {
    return with(changed -> changed.purged = enabled);
  }

  /** Returns this request for fragments, or metadata files, whose times all lie in a range. */
  public ConsolidationRequest times(TimeRange range) {
    Objects.requireNonNull(range, "range");
    return with(changed -> changed.times = range);
  }

  /** Returns this request for fragments with these names, merged in one step. */
  public ConsolidationRequest fragments(List<String> names) {
    List<String> copy = List.copyOf(names);
    return with(changed -> changed.fragments = copy);
  }

  /** Returns this request with a listener for the number of bytes merged and their total. */
  public ConsolidationRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /**
   * Returns this request with a setting named as in the reference engine: {@code
   * sm.consolidation.mode}, {@code .steps}, {@code .step_min_frags}, {@code .step_max_frags},
   * {@code .step_size_ratio}, {@code .amplification}, {@code .max_fragment_size}, {@code
   * .purge_deleted_cells}, {@code .timestamp_start} or {@code .timestamp_end}. Settings of buffers
   * and memory are accepted but ignored, because the engine has its own memory budget.
   *
   * @throws InvalidRequestException if the setting does not exist or the value is invalid
   */
  public ConsolidationRequest config(String name, String value) {
    return ConsolidationConfig.set(this, name, value);
  }

  /** Returns the kind of files to consolidate (default: fragments). */
  public MaintenanceMode mode() {
    return settings.mode;
  }

  /** Returns the maximum number of merge steps. */
  public long steps() {
    return settings.steps;
  }

  /** Returns the minimum number of fragments per step; 4,294,967,295 stands for all. */
  public long minFragments() {
    return settings.minFragments;
  }

  /** Returns the maximum number of fragments per step. */
  public long maxFragments() {
    return settings.maxFragments;
  }

  /** Returns the minimum size ratio (smaller / larger) of adjacent fragments in a step, 0 to 1. */
  public double sizeRatio() {
    return settings.sizeRatio;
  }

  /** Returns the maximum cells written per cell in the inputs' tiles, for dense fragments. */
  public double amplification() {
    return settings.amplification;
  }

  /** Returns the size of data files in bytes after which a merge starts a new fragment. */
  public long maxFragmentSize() {
    return settings.maxFragmentSize;
  }

  /** Returns whether deleted cells are dropped, rather than kept with their deletion times. */
  public boolean isPurged() {
    return settings.purged;
  }

  /** Returns the range that must contain the times of a fragment or metadata file to be merged. */
  public TimeRange times() {
    return settings.times;
  }

  /** Returns the names of the fragments to merge in one step; empty for an automatic choice. */
  public Optional<List<String>> fragments() {
    return Optional.ofNullable(settings.fragments);
  }

  /** Returns the listener for the number of bytes merged (default: {@link Progress#NONE}). */
  public Progress progress() {
    return settings.progress;
  }

  private static void requireNotNegative(long number, String kind) {
    if (number < 0) {
      throw new InvalidRequestException(
          "%d is not a valid number of %s (minimum: 0)".formatted(number, kind));
    }
  }

  /** The options; not changed after the constructor of the request. */
  private static final class Settings {
    /** The reference engine's default, the maximum of 32 bits. */
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
