package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadStats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Formats facts about a read as lines for people or as a JSON object on one line. */
public final class Facts {
  private static final Pattern WORD_START = Pattern.compile("_([a-z])");

  private Facts() {}

  /** Writes lines of text in UTF-8 and flushes the stream. */
  public static void write(OutputStream out, List<String> lines) throws IOException {
    for (String line : lines) {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
  }

  /** Returns the cost of a read as a map from names, such as {@code bytesRead}, to numbers. */
  public static Map<String, Long> of(ReadStats cost) {
    Map<String, Long> byName = new LinkedHashMap<>();
    for (ReadStats.Cost each : ReadStats.Cost.values()) {
      byName.put(camelCase(each.name()), cost.get(each));
    }
    return byName;
  }

  private static String camelCase(String constant) {
    return WORD_START
        .matcher(constant.toLowerCase(Locale.ROOT))
        .replaceAll(start -> start.group(1).toUpperCase(Locale.ROOT));
  }

  /** Returns the plan of a read as nested maps by name, suitable for {@link #writeJson}. */
  public static Map<String, Object> of(PlannedRead plan) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("dense", plan.dense());
    facts.put(
        "order",
        ordered(
            "layout", plan.order().layout(),
            "newestOnly", plan.order().newestOnly(),
            "description", plan.order().description()));
    facts.put(
        "fragments",
        ordered("seen", plan.fragments().seen(), "touched", plan.fragments().touched()));
    facts.put(
        "tiles",
        ordered(
            "all", plan.tiles().all(),
            "outside", plan.tiles().outside(),
            "pruned", plan.tiles().pruned(),
            "matching", plan.tiles().matching(),
            "tested", plan.tiles().tested()));
    facts.put("storedBytes", plan.storedBytes());
    facts.put(
        "steps",
        ordered(
            "cells", plan.steps().cells(),
            "batchBytes", plan.steps().batchBytes(),
            "count", plan.steps().count()));
    facts.put("labels", plan.labels());
    return facts;
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> facts = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      facts.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return facts;
  }

  /**
   * Writes a JSON object and a line feed, then flushes the stream.
   *
   * @param facts the members; values are integers, booleans, maps, lists, or anything else as a
   *     string
   */
  public static void writeJson(OutputStream out, Map<String, ?> facts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      write(json, facts);
    }
    out.write(bytes.toByteArray());
    out.write('\n');
    out.flush();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Long || value instanceof Integer) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(entry.getKey().toString());
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object entry : list) {
        write(json, entry);
      }
      json.writeEndArray();
    } else {
      json.writeString(value.toString());
    }
  }
}
