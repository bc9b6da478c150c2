package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * Encodes and decodes {@link FragmentStatistics}. Each field has a minimum and a maximum, each
 * preceded by its size (8 bytes), then the sum and the null count.
 */
public final class FragmentStatisticsFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "fragment statistics";

  private FragmentStatisticsFormat() {}

  /**
   * Decodes the unfiltered bytes of the section.
   *
   * @param version the format version of the fragment
   * @param fields the number of fields, which is the length of the footer arrays
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static FragmentStatistics decode(Slice content, FormatVersion version, int fields) {
    return WireReader.decode(STRUCTURE, version, content, (w, s) -> transfer(w, fields, s));
  }

  /**
   * Encodes the section, without filtering it.
   *
   * @param version the format version of the fragment
   */
  public static Slice encode(FragmentStatistics statistics, FormatVersion version) {
    int fields = statistics.fields().size();
    return WireWriter.encode(STRUCTURE, version, (w, s) -> transfer(w, fields, s), statistics);
  }

  static FragmentStatistics transfer(Wire wire, int fields, FragmentStatistics statistics) {
    return new FragmentStatistics(
        wire.list(
            "fields",
            fields,
            FragmentStatisticsFormat::field,
            statistics,
            FragmentStatistics::fields));
  }

  private static FragmentStatistics.Field field(Wire wire, FragmentStatistics.Field field) {
    Slice min = wire.bytes64("min", field, FragmentStatistics.Field::min);
    Slice max = wire.bytes64("max", field, FragmentStatistics.Field::max);
    long sum = wire.i64("sum", field, FragmentStatistics.Field::sum);
    long nullCount = wire.i64("null_count", field, FragmentStatistics.Field::nullCount);
    return new FragmentStatistics.Field(min, max, sum, nullCount);
  }
}
