package io.azulejo.maintenance;

import io.azulejo.schema.Filter;
import java.util.List;

/**
 * Fields that have no checksum filter, and what one would cost in a sample.
 *
 * @param fields their names; {@code offsets} and {@code validity} of what fields share
 * @param trials what was tried on all of them but images; none where there were no cells
 */
public record ChecksumAdvice(List<String> fields, List<Trial> trials) {
  /** Makes an immutable record: takes copies of its lists. */
  public ChecksumAdvice {
    fields = List.copyOf(fields);
    trials = List.copyOf(trials);
  }

  /**
   * What a checksum makes of the sample of all fields that have none, behind the filters of the
   * array.
   *
   * @param checksum the filter
   * @param bytesBefore the bytes without it
   * @param bytes the bytes with it
   * @param perSecondBefore how many unfiltered bytes a second came back without it, by one thread
   *     of this machine
   * @param perSecond the same with it
   */
  public record Trial(
      Filter.Checksum checksum,
      long bytesBefore,
      long bytes,
      double perSecondBefore,
      double perSecond) {}
}
