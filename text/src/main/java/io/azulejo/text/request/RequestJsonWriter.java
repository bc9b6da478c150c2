package io.azulejo.text.request;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.query.Condition;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.Subarray;
import io.azulejo.query.TileRange;
import io.azulejo.schema.Range;
import io.azulejo.text.value.FloatingPointText;
import io.azulejo.text.value.TextBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes requests as JSON. Options that are not set are omitted, except the layout. */
final class RequestJsonWriter {
  private final JsonGenerator json;

  RequestJsonWriter(JsonGenerator json) {
    this.json = json;
  }

  void write(Split split) throws IOException {
    json.writeStartObject();
    json.writeFieldName("request");
    write(split.request());
    json.writeNumberField("cells", split.cells());
    json.writeNumberField("stored_bytes", split.storedBytes());
    json.writeNumberField("decoded_bytes", split.decodedBytes());
    json.writeEndObject();
  }

  void write(ReadRequest request) throws IOException {
    json.writeStartObject();
    if (!request.subarray().isAll()) {
      json.writeFieldName("subarray");
      write(request.subarray());
    }
    if (request.cropsRanges()) {
      json.writeBooleanField("crop_ranges", true);
    }
    if (request.points().isPresent()) {
      json.writeFieldName("points");
      write(request.points().get());
    }
    if (request.tiles().isPresent()) {
      json.writeArrayFieldStart("tiles");
      for (TileRange tiles : request.tiles().get()) {
        json.writeStartObject();
        json.writeStringField("fragment", tiles.fragment());
        json.writeNumberField("first", tiles.first());
        json.writeNumberField("last", tiles.last());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    if (request.fields().isPresent()) {
      json.writeArrayFieldStart("fields");
      for (String field : request.fields().get()) {
        json.writeString(field);
      }
      json.writeEndArray();
    }
    if (request.layout().isPresent()) {
      json.writeStringField("layout", word(request.layout().get()));
    }
    if (request.condition().isPresent()) {
      String condition = request.condition().get().toString();
      // A condition that cannot be parsed again fails here instead of in the reader.
      json.writeStringField("condition", Condition.parse(condition).toString());
    }
    if (request.cells().isPresent()) {
      json.writeStringField("cells", word(request.cells().get()));
    }
    if (request.limit() != Long.MAX_VALUE) {
      json.writeNumberField("limit", request.limit());
    }
    if (request.timeout().isPresent()) {
      json.writeStringField("timeout", request.timeout().get().toString());
    }
    json.writeEndObject();
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  void write(Subarray subarray) throws IOException {
    json.writeStartArray();
    for (Map.Entry<String, List<Range>> of : subarray.ranges().entrySet()) {
      for (Range range : of.getValue()) {
        json.writeStartObject();
        json.writeStringField(CoordinateKind.DIMENSION, of.getKey());
        write(range);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private void write(Range range) throws IOException {
    if (range instanceof Range.Open open) {
      writeEnds(open.bound(), open.upwards(), !open.upwards());
    } else if (range instanceof Range.Strided strided) {
      writeEnds(Range.of(strided.low(), strided.high()), true, true);
      json.writeNumberField("step", strided.step());
    } else {
      writeEnds(range, true, true);
    }
  }

  private void writeEnds(Range range, boolean low, boolean high) throws IOException {
    if (range instanceof Range.Longs longs) {
      start(CoordinateKind.INTEGERS);
      writeEnd(low, () -> json.writeNumber(longs.low()));
      writeEnd(high, () -> json.writeNumber(longs.high()));
    } else if (range instanceof Range.Doubles doubles) {
      start(CoordinateKind.NUMBERS);
      writeEnd(low, () -> write(doubles.low()));
      writeEnd(high, () -> write(doubles.high()));
    } else {
      Range.Strings strings = (Range.Strings) range;
      Optional<String> first = utf8(strings.low());
      Optional<String> last = utf8(strings.high());
      if (first.isPresent() && last.isPresent()) {
        start(CoordinateKind.STRINGS);
        writeEnd(low, () -> json.writeString(first.get()));
        writeEnd(high, () -> json.writeString(last.get()));
      } else {
        start(CoordinateKind.BYTES);
        writeEnd(low, () -> json.writeString(HexFormat.of().formatHex(strings.low())));
        writeEnd(high, () -> json.writeString(HexFormat.of().formatHex(strings.high())));
      }
    }
    json.writeEndArray();
  }

  private void start(CoordinateKind kind) throws IOException {
    json.writeArrayFieldStart(kind.key());
  }

  private interface End {
    void write() throws IOException;
  }

  private void writeEnd(boolean there, End end) throws IOException {
    if (there) {
      end.write();
    } else {
      json.writeNull();
    }
  }

  /** Writes a number, as a string if JSON cannot represent it. */
  private void write(double value) throws IOException {
    TextBuffer text = new TextBuffer(32);
    FloatingPointText.appendDouble(text, Double.doubleToRawLongBits(value));
    if (FloatingPointText.isJson(value)) {
      json.writeNumber(text.toString());
    } else {
      json.writeString(text.toString());
    }
  }

  private static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private void write(Points points) throws IOException {
    json.writeStartArray();
    for (String dimension : points.dimensions()) {
      json.writeStartObject();
      json.writeStringField(CoordinateKind.DIMENSION, dimension);
      Optional<long[]> integers = points.integers(dimension);
      Optional<double[]> numbers = points.floatingPoints(dimension);
      if (integers.isPresent()) {
        start(CoordinateKind.INTEGERS);
        for (long value : integers.get()) {
          json.writeNumber(value);
        }
      } else if (numbers.isPresent()) {
        start(CoordinateKind.NUMBERS);
        for (double value : numbers.get()) {
          write(value);
        }
      } else {
        start(CoordinateKind.STRINGS);
        for (String value : points.strings(dimension).orElseThrow()) {
          json.writeString(value);
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
