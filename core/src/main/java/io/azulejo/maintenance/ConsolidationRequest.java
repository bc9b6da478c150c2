package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is to be consolidated, and how. Immutable. */
public final class ConsolidationRequest {
  /** All fragments, into one. */
  public static final ConsolidationRequest DEFAULT = builder().build();

  private final MaintenanceMode mode;
  private final long steps;
  private final long minFragments;
  private final long maxFragments;
  private final double sizeRatio;
  private final double amplification;
  private final long maxFragmentSize;
  private final boolean purge;
  private final TimeRange times;
  private final @Nullable List<String> fragments;
  private final Progress progress;

  private ConsolidationRequest(Builder builder) {
    mode = builder.mode;
    steps = builder.steps;
    minFragments = builder.minFragments;
    maxFragments = builder.maxFragments;
    sizeRatio = builder.sizeRatio;
    amplification = builder.amplification;
    maxFragmentSize = builder.maxFragmentSize;
    purge = builder.purge;
    times = builder.times;
    fragments = builder.fragments;
    progress = builder.progress;
    if (minFragments > maxFragments && minFragments != Builder.ALL) {
      throw new IllegalArgumentException(
          "at least %d fragments of at most %d: give a least number that is not greater"
              .formatted(minFragments, maxFragments));
    }
  }

  /** A builder of a request. */
  public static Builder builder() {
    return new Builder();
  }

  /** The kind of files that is consolidated. */
  public MaintenanceMode mode() {
    return mode;
  }

  /** How often some fragments are chosen and merged, at most. */
  public long steps() {
    return steps;
  }

  /** How many fragments a step merges at least; as many as there are, where there are fewer. */
  public long minFragments() {
    return minFragments;
  }

  /** How many fragments a step merges at most; likewise. */
  public long maxFragments() {
    return maxFragments;
  }

  /**
   * How the sizes of fragments that follow each other have to compare to be merged in one step: the
   * smaller one has at least this part of the larger one.
   */
  public double sizeRatio() {
    return sizeRatio;
  }

  /**
   * How many cells a merged dense fragment may have for each cell of the tiles of those that it is
   * merged from.
   */
  public double amplification() {
    return amplification;
  }

  /** The bytes of data files after which a new fragment begins. */
  public long maxFragmentSize() {
    return maxFragmentSize;
  }

  /** Whether deleted cells are left out, rather than kept with the times of their deletions. */
  public boolean purgesDeletedCells() {
    return purge;
  }

  /** Which fragments take part, or files of metadata: those whose times all lie within. */
  public TimeRange times() {
    return times;
  }

  /** The names of the fragments to be merged in one step; empty where they are chosen. */
  public Optional<List<String>> fragments() {
    return Optional.ofNullable(fragments);
  }

  /** Listens to how many bytes of fragments are merged, of how many. */
  public Progress progress() {
    return progress;
  }

  /** Builds a request, step by step. Not for use by several threads. */
  public static final class Builder {
    private static final long ALL = 0xFFFF_FFFFL;

    private MaintenanceMode mode = MaintenanceMode.FRAGMENTS;
    private long steps = ALL;
    private long minFragments = ALL;
    private long maxFragments = ALL;
    private double sizeRatio;
    private double amplification = 1;
    private long maxFragmentSize = Long.MAX_VALUE;
    private boolean purge;
    private TimeRange times = TimeRange.ALL;
    private @Nullable List<String> fragments;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** What is consolidated; fragments by default. */
    public Builder mode(MaintenanceMode what) {
      this.mode = Objects.requireNonNull(what, "what");
      return this;
    }

    /** How often fragments are chosen and merged at most; until there is no choice, by default. */
    public Builder steps(long max) {
      this.steps = notNegative(max, "steps");
      return this;
    }

    /** How many fragments each step merges at least; all of them by default. */
    public Builder minFragments(long number) {
      this.minFragments = notNegative(number, "fragments");
      return this;
    }

    /** How many fragments each step merges at most; all of them by default. */
    public Builder maxFragments(long number) {
      this.maxFragments = notNegative(number, "fragments");
      return this;
    }

    /** See {@link ConsolidationRequest#sizeRatio}; from 0 (the default: any) to 1. */
    public Builder sizeRatio(double min) {
      if (!(min >= 0 && min <= 1)) {
        throw new IllegalArgumentException(
            "a size ratio of %s: give one from 0 to 1".formatted(min));
      }
      this.sizeRatio = min;
      return this;
    }

    /** See {@link ConsolidationRequest#amplification}; 0 or more, 1 by default. */
    public Builder amplification(double max) {
      if (!(max >= 0)) {
        throw new IllegalArgumentException("an amplification of %s: give 0 or more".formatted(max));
      }
      this.amplification = max;
      return this;
    }

    /** The bytes of data files after which a new fragment begins; 1 or more. */
    public Builder maxFragmentSize(long bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            "fragments of %d bytes: give 1 or more".formatted(bytes));
      }
      this.maxFragmentSize = bytes;
      return this;
    }

    /**
     * Leaves deleted cells out, for good: what the array held before they were deleted can't be
     * asked for any more, once it is vacuumed.
     */
    public Builder purgeDeletedCells(boolean yes) {
      this.purge = yes;
      return this;
    }

    /** Only what was written in these times. */
    public Builder times(TimeRange range) {
      this.times = Objects.requireNonNull(range, "range");
      return this;
    }

    /** These fragments, in one step. */
    public Builder fragments(List<String> names) {
      this.fragments = List.copyOf(names);
      return this;
    }

    /** Listens to how much is done; {@link Progress#NONE} by default. */
    public Builder progress(Progress listener) {
      this.progress = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets what the reference engine calls by another name: {@code sm.consolidation.mode}, {@code
     * .steps}, {@code .step_min_frags}, {@code .step_max_frags}, {@code .step_size_ratio}, {@code
     * .amplification}, {@code .max_fragment_size}, {@code .purge_deleted_cells}, {@code
     * .timestamp_start} and {@code .timestamp_end}. Its settings of buffers and memory are accepted
     * and have no effect: the engine has a budget of its own.
     *
     * @throws IllegalArgumentException if there is none of that name, or the value is none for it
     */
    public Builder config(String name, String value) {
      ConsolidationConfig.set(this, name, value);
      return this;
    }

    TimeRange times() {
      return times;
    }

    private static long notNegative(long number, String what) {
      if (number < 0) {
        throw new IllegalArgumentException("%d %s: give 0 or more".formatted(number, what));
      }
      return number;
    }

    /**
     * The request.
     *
     * @throws IllegalArgumentException if the least number of fragments is greater than the most
     */
    public ConsolidationRequest build() {
      return new ConsolidationRequest(this);
    }
  }
}
