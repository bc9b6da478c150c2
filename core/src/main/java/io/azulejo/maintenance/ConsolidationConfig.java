package io.azulejo.maintenance;

import io.azulejo.query.TimeRange;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The reference engine's names and texts of settings. */
final class ConsolidationConfig {
  private static final String PREFIX = "sm.consolidation.";

  private static final List<String> NAMES =
      List.of(
          "mode",
          "steps",
          "step_min_frags",
          "step_max_frags",
          "step_size_ratio",
          "amplification",
          "max_fragment_size",
          "purge_deleted_cells",
          "timestamp_start",
          "timestamp_end");

  private ConsolidationConfig() {}

  static void set(ConsolidationRequest.Builder builder, String name, String value) {
    if (name.startsWith("sm.mem.") || name.equals(PREFIX + "buffer_size")) {
      return;
    }
    if (!name.startsWith(PREFIX) || !NAMES.contains(name.substring(PREFIX.length()))) {
      throw new IllegalArgumentException(
          "no setting \"%s\" of consolidation: there are %s"
              .formatted(name, NAMES.stream().map(PREFIX::concat).toList()));
    }
    try {
      setKnown(builder, name.substring(PREFIX.length()), value.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s=%s: %s".formatted(name, value, reason(e, value)), e);
    }
  }

  private static @Nullable String reason(IllegalArgumentException e, String value) {
    return e instanceof NumberFormatException
        ? "\"%s\" is not the kind of number that it takes".formatted(value)
        : e.getMessage();
  }

  private static void setKnown(ConsolidationRequest.Builder builder, String name, String value) {
    switch (name) {
      case "mode" -> builder.mode(MaintenanceMode.of(value));
      case "steps" -> builder.steps(Integer.parseUnsignedInt(value) & 0xFFFF_FFFFL);
      case "step_min_frags" -> builder.minFragments(Integer.parseUnsignedInt(value) & 0xFFFF_FFFFL);
      case "step_max_frags" -> builder.maxFragments(Integer.parseUnsignedInt(value) & 0xFFFF_FFFFL);
      case "step_size_ratio" -> builder.sizeRatio(Double.parseDouble(value));
      case "amplification" -> builder.amplification(Double.parseDouble(value));
      case "max_fragment_size" -> {
        long bytes = Long.parseUnsignedLong(value);
        builder.maxFragmentSize(bytes < 0 ? Long.MAX_VALUE : bytes);
      }
      case "purge_deleted_cells" -> builder.purgeDeletedCells(truth(value));
      case "timestamp_start" ->
          builder.times(new TimeRange(Long.parseUnsignedLong(value), builder.times().end()));
      case "timestamp_end" ->
          builder.times(new TimeRange(builder.times().start(), Long.parseUnsignedLong(value)));
      default -> throw new IllegalStateException(name);
    }
  }

  private static boolean truth(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("give true or false");
    };
  }
}
