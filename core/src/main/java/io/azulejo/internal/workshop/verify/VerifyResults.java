package io.azulejo.internal.workshop.verify;

import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.StoreReport;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Immutable implementations of the verify, repair, seal and store reports in the public API. */
final class VerifyResults {
  private VerifyResults() {}

  record Verified(
      long objects,
      long fragments,
      Files files,
      long tiles,
      long cells,
      List<Problem> problems,
      List<Unchecked> unchecked)
      implements VerifyReport {
    Verified {
      problems = List.copyOf(problems);
      unchecked = List.copyOf(unchecked);
    }
  }

  record UncheckedFields(Location array, List<String> fields) implements VerifyReport.Unchecked {
    UncheckedFields {
      fields = List.copyOf(fields);
    }
  }

  record FileCounts(long known, long orphans, long missing, long unknown, long bytes)
      implements VerifyReport.Files {
    static final FileCounts NONE = new FileCounts(0, 0, 0, 0, 0);

    FileCounts plus(FileCounts other) {
      return new FileCounts(
          known + other.known,
          orphans + other.orphans,
          missing + other.missing,
          unknown + other.unknown,
          bytes + other.bytes);
    }
  }

  record FoundProblem(
      Severity severity,
      Kind kind,
      Location location,
      Optional<String> structure,
      Optional<String> field,
      OptionalLong offset,
      String what,
      String consequence,
      String remedy)
      implements Problem {
    FoundProblem {
      Objects.requireNonNull(severity, "severity");
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(location, "location");
      Objects.requireNonNull(structure, "structure");
      Objects.requireNonNull(field, "field");
      Objects.requireNonNull(offset, "offset");
      Objects.requireNonNull(what, "what");
      Objects.requireNonNull(consequence, "consequence");
      Objects.requireNonNull(remedy, "remedy");
    }

    /** Returns a one-line description of the problem. */
    @Override
    public String toString() {
      return "%s %s, %s: %s; %s; %s".formatted(severity, kind, location, what, consequence, remedy);
    }
  }

  record Repaired(List<Action> actions, List<Problem> remaining) implements RepairReport {
    Repaired {
      actions = List.copyOf(actions);
      remaining = List.copyOf(remaining);
    }
  }

  record RepairAction(
      RepairReport.Kind kind, Location location, long bytes, boolean done, String note)
      implements RepairReport.Action {}

  record Sealed(Location seal, long files, long bytes) implements SealReport {}

  record TestedStore(Location folder, List<Finding> findings, Duration clockAhead)
      implements StoreReport {
    TestedStore {
      findings = List.copyOf(findings);
    }
  }

  record TriedPromise(
      StoreReport.Promise promise,
      Optional<String> broken,
      int calls,
      Duration median,
      Duration longest)
      implements StoreReport.Finding {}
}
