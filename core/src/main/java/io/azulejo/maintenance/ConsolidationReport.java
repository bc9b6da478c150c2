package io.azulejo.maintenance;

import java.util.List;

/**
 * What a consolidation did.
 *
 * @param mode what it consolidated
 * @param merges one merge after the other; none where there was nothing to be done
 */
public record ConsolidationReport(MaintenanceMode mode, List<Merge> merges) {
  /** Makes an immutable record: takes copies of its list. */
  public ConsolidationReport {
    merges = List.copyOf(merges);
  }

  /**
   * One merge.
   *
   * @param inputs the names of what was merged, the oldest first
   * @param outputs the names of what it became: one, several where their size is limited, none
   *     where no cell was left
   * @param bytesBefore the bytes of the inputs
   * @param bytesAfter the bytes of the outputs
   * @param tiles the tiles of the outputs; 0 of what is no fragment
   * @param tilesCopied how many of them were copied as they lie on disk, without being decoded
   */
  public record Merge(
      List<String> inputs,
      List<String> outputs,
      long bytesBefore,
      long bytesAfter,
      long tiles,
      long tilesCopied) {
    /** Makes an immutable record: takes copies of its lists. */
    public Merge {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
    }
  }
}
