package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.TimeRange;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sets options of consolidation requests by the reference engine's setting names and values. */
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

  /**
   * Returns a copy of the request with one option changed. Returns the same request for settings
   * that are accepted but ignored.
   */
  static ConsolidationRequest set(ConsolidationRequest request, String name, String value) {
    if (name.startsWith("sm.mem.") || name.equals(PREFIX + "buffer_size")) {
      return request;
    }
    if (!name.startsWith(PREFIX) || !NAMES.contains(name.substring(PREFIX.length()))) {
      throw new InvalidRequestException(
          "unknown consolidation setting \"%s\"; valid: %s"
              .formatted(name, NAMES.stream().map(PREFIX::concat).toList()));
    }
    try {
      return setKnown(request, name.substring(PREFIX.length()), value.strip());
    } catch (NumberFormatException e) {
      throw invalid(
          name, value, "\"%s\" is not a valid number for this setting".formatted(value), e);
    } catch (InvalidRequestException e) {
      throw invalid(name, value, e.getMessage(), e);
    }
  }

  private static InvalidRequestException invalid(
      String name, String value, @Nullable String reason, Exception cause) {
    return new InvalidRequestException("%s=%s: %s".formatted(name, value, reason), null, cause);
  }

  private static ConsolidationRequest setKnown(
      ConsolidationRequest request, String name, String value) {
    return switch (name) {
      case "mode" -> request.mode(MaintenanceMode.of(value));
      case "steps" -> request.steps(unsigned(value));
      case "step_min_frags" -> request.minFragments(unsigned(value));
      case "step_max_frags" -> request.maxFragments(unsigned(value));
      case "step_size_ratio" -> request.sizeRatio(Double.parseDouble(value));
      case "amplification" -> request.amplification(Double.parseDouble(value));
      case "max_fragment_size" -> {
        long bytes = Long.parseUnsignedLong(value);
        yield request.maxFragmentSize(bytes < 0 ? Long.MAX_VALUE : bytes);
      }
      case "purge_deleted_cells" -> request.purged(parseBoolean(value));
      case "timestamp_start" ->
          request.times(new TimeRange(Long.parseUnsignedLong(value), request.times().end()));
      case "timestamp_end" ->
          request.times(new TimeRange(request.times().start(), Long.parseUnsignedLong(value)));
      default -> throw new AssertionError(name);
    };
  }

  private static long unsigned(String value) {
    return Integer.toUnsignedLong(Integer.parseUnsignedInt(value));
  }

  private static boolean parseBoolean(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new InvalidRequestException("use true or false");
    };
  }
}
