package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes what is known about a read: lines for people, or an object of JSON in one line. */
public final class Facts {
  private Facts() {}

  /** Writes lines. */
  public static void write(OutputStream out, List<String> lines) throws IOException {
    for (String line : lines) {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
  }

  /** Writes a record: its components of numbers, truth values, names, maps, lists and records. */
  public static void writeJson(OutputStream out, Record facts) throws IOException {
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
