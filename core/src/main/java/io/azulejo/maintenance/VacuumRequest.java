package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.List;
import java.util.Objects;

/** What is to be vacuumed. Immutable. */
public final class VacuumRequest {
  /** The fragments that were consolidated. */
  public static final VacuumRequest DEFAULT = builder().build();

  private final MaintenanceMode mode;
  private final boolean dryRun;
  private final Progress progress;

  private VacuumRequest(Builder builder) {
    mode = builder.mode;
    dryRun = builder.dryRun;
    progress = builder.progress;
  }

  /** A builder of a request. */
  public static Builder builder() {
    return new Builder();
  }

  /** The kind of files that is vacuumed. */
  public MaintenanceMode mode() {
    return mode;
  }

  /** Whether files are only listed, not deleted. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Listens to how many bytes are deleted, of how many. */
  public Progress progress() {
    return progress;
  }

  /** Builds a request, step by step. Not for use by several threads. */
  public static final class Builder {
    private static final String MODE = "sm.vacuum.mode";
    private static final List<String> TIMES =
        List.of("sm.vacuum.timestamp_start", "sm.vacuum.timestamp_end");

    private MaintenanceMode mode = MaintenanceMode.FRAGMENTS;
    private boolean dryRun;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** What is vacuumed; fragments by default. */
    public Builder mode(MaintenanceMode what) {
      this.mode = Objects.requireNonNull(what, "what");
      return this;
    }

    /** Whether files are only listed, not deleted. */
    public Builder dryRun(boolean yes) {
      this.dryRun = yes;
      return this;
    }

    /** Listens to how much is done; {@link Progress#NONE} by default. */
    public Builder progress(Progress listener) {
      this.progress = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets what the reference engine calls by another name: {@code sm.vacuum.mode}. Its times,
     * {@code sm.vacuum.timestamp_start} and {@code .timestamp_end}, are accepted and have no effect
     * here, as they have none there: what was consolidated is vacuumed whenever it was written.
     *
     * @throws IllegalArgumentException if there is none of that name, or the value is none for it
     */
    public Builder config(String name, String value) {
      if (name.equals(MODE)) {
        return mode(MaintenanceMode.of(value.strip()));
      }
      if (!TIMES.contains(name)) {
        throw new IllegalArgumentException(
            "no setting \"%s\" of vacuuming: there are [%s, %s, %s]"
                .formatted(name, MODE, TIMES.get(0), TIMES.get(1)));
      }
      try {
        Long.parseUnsignedLong(value.strip());
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "%s=%s: \"%s\" is not the kind of number that it takes".formatted(name, value, value),
            e);
      }
      return this;
    }

    /** The request. */
    public VacuumRequest build() {
      return new VacuumRequest(this);
    }
  }
}
