package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.query.ReadStats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes what is known about a read: lines for people, or an object of JSON in one line. */
public final class Facts {
  private static final Pattern WORD_START = Pattern.compile("_([a-z])");

  private Facts() {}

  /** Writes lines. */
  public static void write(OutputStream out, List<String> lines) throws IOException {
    for (String line : lines) {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
  }

  /** Returns the cost of a read by name, such as {@code bytesRead}. */
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

  /**
   * Writes an object: a record or a map, with numbers, truth values, names, maps, lists and records
   * in it.
   */
  public static void writeJson(OutputStream out, Object facts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      write(json, facts);
    }
    out.write(bytes.toByteArray());
    out.write('\n');
    out.flush();
  }

  private static Object value(Record facts, RecordComponent component) {
    try {
      return component.getAccessor().invoke(facts);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Long || value instanceof Integer) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Record facts) {
      json.writeStartObject();
      for (RecordComponent component : facts.getClass().getRecordComponents()) {
        json.writeFieldName(component.getName());
        write(json, value(facts, component));
      }
      json.writeEndObject();
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
