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
  /** Merges all fragments into one fragment. */
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

  /** Returns a copy of this request that consolidates another kind of files. */
  public ConsolidationRequest mode(MaintenanceMode kind) {
    Objects.requireNonNull(kind, "kind");
    return with(changed -> changed.mode = kind);
  }

  /**
   * Returns a copy of this request with a maximum number of merge steps (default: 4,294,967,295, in
   * effect unlimited).
   *
   * @param max the maximum number of steps, at least 0
   * @throws InvalidRequestException if {@code max} is negative
   */
  public ConsolidationRequest steps(long max) {
    requireNotNegative(max, "steps");
    return with(changed -> changed.steps = max);
  }

  /**
   * Returns a copy of this request with a minimum number of fragments per step. By default, a step
   * must merge all fragments. If the array has fewer fragments than the minimum, a step must merge
   * all of them.
   *
   * @param number the minimum number of fragments, at least 0
   * @throws InvalidRequestException if {@code number} is negative or greater than {@link
   *     #maxFragments()}
   */
  public ConsolidationRequest minFragments(long number) {
    requireNotNegative(number, "fragments");
    return with(changed -> changed.minFragments = number);
  }

  /**
   * Returns a copy of this request with a maximum number of fragments per step (default: all
   * fragments).
   *
   * @param number the maximum number of fragments, at least 0; with less than 2, nothing is merged
   * @throws InvalidRequestException if {@code number} is negative, or less than a minimum that was
   *     set with {@link #minFragments(long)}
   */
  public ConsolidationRequest maxFragments(long number) {
    requireNotNegative(number, "fragments");
    return with(changed -> changed.maxFragments = number);
  }

  /**
   * Returns a copy of this request with a minimum size ratio of adjacent fragments in a step. The
   * ratio of two fragments is the smaller size divided by the larger size.
   *
   * @param min the minimum ratio, from 0 (default: merge fragments of any sizes) to 1
   * @throws InvalidRequestException if {@code min} is out of range
   */
  public ConsolidationRequest sizeRatio(double min) {
    if (!(min >= 0 && min <= 1)) {
      throw new InvalidRequestException("size ratio %s is out of range (0..1)".formatted(min));
    }
    return with(changed -> changed.sizeRatio = min);
  }

  /**
   * Returns a copy of this request with a maximum growth of merged dense fragments. Growth is the
   * number of cells written, divided by the number of cells in the tiles of the inputs.
   *
   * @param max the maximum growth, at least 0 (default: 1)
   * @throws InvalidRequestException if {@code max} is negative or NaN
   */
  public ConsolidationRequest amplification(double max) {
    if (!(max >= 0)) {
      throw new InvalidRequestException(
          "amplification %s is out of range (minimum: 0)".formatted(max));
    }
    return with(changed -> changed.amplification = max);
  }

  /**
   * Returns a copy of this request with a maximum size of merged fragments (default: unlimited). A
   * merge starts a new fragment at the tile that would exceed this size. A fragment has at least
   * one tile, or in a dense array one slab of tiles, and only such a fragment can be larger.
   *
   * @param bytes the maximum size of a fragment's data files, in bytes; at least 1
   * @throws InvalidRequestException if {@code bytes} is less than 1
   */
  public ConsolidationRequest maxFragmentSize(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException(
          "maximum fragment size of %d bytes is too small (minimum: 1)".formatted(bytes));
    }
    return with(changed -> changed.maxFragmentSize = bytes);
  }

  /**
   * Returns a copy of this request that drops deleted cells permanently. By default, a merge keeps
   * them with their deletion times. After a vacuum, the array can no longer be read as of a time
   * before the deletions.
   */
  public ConsolidationRequest purged() {
    return purged(true);
  }

  ConsolidationRequest purged(boolean enabled) {
    return with(changed -> changed.purged = enabled);
  }

  /**
   * Returns a copy of this request that merges only fragments or metadata files whose times lie
   * entirely within a range (default: all times).
   */
  public ConsolidationRequest times(TimeRange range) {
    Objects.requireNonNull(range, "range");
    return with(changed -> changed.times = range);
  }

  /**
   * Returns a copy of this request that merges exactly the fragments with these names, in one step.
   */
  public ConsolidationRequest fragments(List<String> names) {
    List<String> copy = List.copyOf(names);
    return with(changed -> changed.fragments = copy);
  }

  /**
   * Returns a copy of this request with a listener. The listener receives the number of bytes
   * merged so far and the total number of bytes.
   */
  public ConsolidationRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /**
   * Returns a copy of this request with one option set by its name in the reference engine. The
   * options are {@code sm.consolidation.mode}, {@code .steps}, {@code .step_min_frags}, {@code
   * .step_max_frags}, {@code .step_size_ratio}, {@code .amplification}, {@code .max_fragment_size},
   * {@code .purge_deleted_cells}, {@code .timestamp_start} and {@code .timestamp_end}. The
   * reference engine's buffer and memory settings are accepted but ignored, because this engine has
   * its own memory budget.
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

  /** Returns the maximum number of merge steps; 4,294,967,295 by default. */
  public long steps() {
    return settings.steps;
  }

  /** Returns the minimum number of fragments per step; 4,294,967,295 means all fragments. */
  public long minFragments() {
    return settings.minFragments;
  }

  /** Returns the maximum number of fragments per step; 4,294,967,295 means all fragments. */
  public long maxFragments() {
    return settings.maxFragments;
  }

  /** Returns the minimum size ratio of adjacent fragments in a step, from 0 to 1. */
  public double sizeRatio() {
    return settings.sizeRatio;
  }

  /** Returns the maximum growth of merged dense fragments; see {@link #amplification(double)}. */
  public double amplification() {
    return settings.amplification;
  }

  /** Returns the maximum size of a merged fragment's data files, in bytes. */
  public long maxFragmentSize() {
    return settings.maxFragmentSize;
  }

  /**
   * Returns whether merges drop deleted cells instead of keeping them with their deletion times.
   */
  public boolean isPurged() {
    return settings.purged;
  }

  /**
   * Returns the time range that must contain all times of a fragment or metadata file to be merged.
   */
  public TimeRange times() {
    return settings.times;
  }

  /** Returns the names of the fragments to merge in one step; empty if the engine chooses them. */
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

  /** The options of a request. They do not change after the request's constructor. */
  private static final class Settings {
    /** The reference engine's default: the maximum unsigned 32-bit integer. */
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
