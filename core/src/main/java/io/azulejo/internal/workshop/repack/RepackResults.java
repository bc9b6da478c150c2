package io.azulejo.internal.workshop.repack;

import io.azulejo.maintenance.RepackReport;
import java.util.List;

/** Immutable implementations of the repack reports in the public API. */
final class RepackResults {
  private RepackResults() {}

  record Repacked(long cells, long fragmentsBefore, long fragmentsAfter, List<FieldSize> fields)
      implements RepackReport {
    Repacked {
      fields = List.copyOf(fields);
    }
  }

  record ComparedField(String field, long before, long after) implements RepackReport.FieldSize {}
}
