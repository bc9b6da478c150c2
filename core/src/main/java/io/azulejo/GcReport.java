package io.azulejo;

import io.azulejo.error.AzulejoException;
import java.util.List;

/**
 * What a garbage collection found and did.
 *
 * @param entries all that nothing refers to, removed or not
 * @param refused why arrays or groups in the folder could not be looked at, such as damage: all of
 *     theirs was left as it is
 */
public record GcReport(List<GarbageEntry> entries, List<AzulejoException> refused) {
  /** Takes copies of the lists. */
  public GcReport {
    entries = List.copyOf(entries);
    refused = List.copyOf(refused);
  }
}
