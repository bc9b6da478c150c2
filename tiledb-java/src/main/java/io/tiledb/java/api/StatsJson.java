package io.tiledb.java.api;

import io.azulejo.query.ReadStats;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the costs of reads as JSON, in the form and with the names of TileDB's statistics. Costs
 * that TileDB does not count have names of this library.
 */
final class StatsJson {
  private static final double NANOS_PER_SECOND = 1e9;

  private StatsJson() {}

  /**
   * Returns the costs.
   *
   * @param prefix first part of all names, such as {@code Context.Query}
   */
  static String of(String prefix, ReadStats stats) {
    Map<String, String> timers = new LinkedHashMap<>();
    timers.put("Reader.fetch.sum", seconds(stats.get(ReadStats.Cost.FETCH_NANOS)));
    timers.put("Reader.unfilter_attr_tiles.sum", seconds(stats.get(ReadStats.Cost.UNFILTER_NANOS)));
    timers.put("Reader.merge.sum", seconds(stats.get(ReadStats.Cost.MERGE_NANOS)));
    timers.put("Reader.dowork.sum", seconds(stats.get(ReadStats.Cost.ELAPSED_NANOS)));
    Map<String, String> counters = new LinkedHashMap<>();
    counters.put("VFS.ls_num", number(stats, ReadStats.Cost.LISTINGS));
    counters.put("VFS.open_num", number(stats, ReadStats.Cost.OPENS));
    counters.put("VFS.read_ops_num", number(stats, ReadStats.Cost.RANGES));
    counters.put("VFS.read_byte_num", number(stats, ReadStats.Cost.BYTES_READ));
    counters.put("Reader.read_filtered_byte_num", number(stats, ReadStats.Cost.STORED_BYTES));
    counters.put("Reader.read_unfiltered_byte_num", number(stats, ReadStats.Cost.BYTES_DECODED));
    counters.put("Reader.tile_num", number(stats, ReadStats.Cost.TILES));
    counters.put("Reader.overlap_tile_num", number(stats, ReadStats.Cost.TILES_DECODED));
    counters.put("Reader.cell_num", number(stats, ReadStats.Cost.CELLS_DECODED));
    counters.put("Reader.result_num", number(stats, ReadStats.Cost.CELLS_DELIVERED));
    counters.put("Reader.loop_num", number(stats, ReadStats.Cost.BATCHES));
    StringBuilder json = new StringBuilder("[\n  {\n");
    append(json, "timers", prefix, timers);
    json.append(",\n");
    append(json, "counters", prefix, counters);
    return json.append("\n  }\n]\n").toString();
  }

  private static String seconds(long nanos) {
    return Double.toString(nanos / NANOS_PER_SECOND);
  }

  private static String number(ReadStats stats, ReadStats.Cost cost) {
    return Long.toString(stats.get(cost));
  }

  private static void append(
      StringBuilder json, String name, String prefix, Map<String, String> values) {
    json.append("    \"").append(name).append("\": {");
    String separator = "\n";
    for (Map.Entry<String, String> value : values.entrySet()) {
      json.append(separator).append("      \"").append(prefix).append('.');
      json.append(value.getKey()).append("\": ").append(value.getValue());
      separator = ",\n";
    }
    json.append("\n    }");
  }
}
