package io.azulejo.internal.maintain;

import io.azulejo.maintenance.ConsolidationPlan;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.storage.Location;
import java.util.List;

/** Immutable implementations of the plans and reports in the public maintenance API. */
final class MaintenanceResults {
  private MaintenanceResults() {}

  record Plan(
      MaintenanceMode mode,
      List<ConsolidationPlan.Step> steps,
      List<ConsolidationPlan.Skipped> skipped)
      implements ConsolidationPlan {
    Plan {
      steps = List.copyOf(steps);
      skipped = List.copyOf(skipped);
    }
  }

  record PlannedStep(List<String> inputs, long bytes, String reason)
      implements ConsolidationPlan.Step {
    PlannedStep {
      inputs = List.copyOf(inputs);
    }
  }

  record SkippedFile(String name, String reason) implements ConsolidationPlan.Skipped {}

  record Consolidated(MaintenanceMode mode, List<ConsolidationReport.Merge> merges)
      implements ConsolidationReport {
    Consolidated {
      merges = List.copyOf(merges);
    }
  }

  record Merged(
      List<String> inputs,
      List<String> outputs,
      long bytesBefore,
      long bytesAfter,
      long tiles,
      long tilesCopied)
      implements ConsolidationReport.Merge {
    Merged {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
    }
  }

  record PlannedDeletion(Strategy strategy, List<String> reasons) implements DeletionPlan {
    PlannedDeletion {
      reasons = List.copyOf(reasons);
    }
  }

  record Vacuumed(
      MaintenanceMode mode,
      boolean dryRun,
      List<VacuumReport.Deletion> deletions,
      List<VacuumReport.Kept> kept)
      implements VacuumReport {
    Vacuumed {
      deletions = List.copyOf(deletions);
      kept = List.copyOf(kept);
    }
  }

  record Deleted(Location location, long bytes, String reason) implements VacuumReport.Deletion {}

  record KeptFile(Location location, String reason) implements VacuumReport.Kept {}
}
