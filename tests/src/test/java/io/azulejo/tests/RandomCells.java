package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes random cells to arrays of any schemas: bytes of any values, nulls, texts. */
final class RandomCells {
  private final Azulejo azulejo;
  private final Random random;

  RandomCells(Azulejo azulejo, Random random) {
    this.azulejo = azulejo;
    this.random = random;
  }

  /** Creates an array, with some fragments, metadata and labels. */
  void create(Location place, ArraySchema schema) {
    azulejo.create(place, schema, CreateOptions.DEFAULT.at(1));
    int fragments = random.nextInt(4);
    for (int i = 0; i < fragments; i++) {
      write(place, 10L + 10 * i);
    }
    for (DimensionLabel label : schema.labels()) {
      if (random.nextInt(4) > 0) {
        write(place.resolve(label.uri()), 10);
      }
    }
    if (random.nextBoolean()) {
      azulejo
          .array(place)
          .metadata()
          .change(
              MetadataChange.builder()
                  .put("key " + random.nextInt(3), MetadataValue.ofLongs(random.nextLong()))
                  .put("\u00e4", MetadataValue.ofString("text"))
                  .build(),
              at(5));
    }
  }

  private static ChangeOptions at(long time) {
    return ChangeOptions.DEFAULT.at(time);
  }

  /** Writes a fragment: a box of a dense array, some cells of a sparse one. */
  void write(Location place, long time) {
    Array array = azulejo.open(place);
    ArraySchema schema = array.schema();
    WriteRequest request = WriteRequest.DEFAULT;
    List<Column> columns = new ArrayList<>();
    int rows = random.nextInt(60);
    if (schema.isDense()) {
      Subarray part = Subarray.ALL;
      rows = 1;
      for (int d = 0; d < schema.dimensions().size(); d++) {
        Range.Longs all = (Range.Longs) within(schema, d);
        int length = (int) (all.high() - all.low()) + 1;
        boolean whole =
            schema.attributes().stream().anyMatch(a -> a.order() != DataOrder.UNORDERED);
        int from = whole ? 0 : random.nextInt(length);
        int count = whole ? length : 1 + random.nextInt(length - from);
        part =
            part.and(
                schema.dimensions().get(d).name(), all.low() + from, all.low() + from + count - 1);
        rows *= count;
      }
      request = request.subarray(part);
    } else {
      request = request.duplicates(DuplicatePolicy.KEEP_LAST);
      for (int d = 0; d < schema.dimensions().size(); d++) {
        columns.add(coordinates(schema.dimensions().get(d), within(schema, d), rows));
      }
    }
    for (Attribute attribute : schema.attributes()) {
      columns.add(values(attribute, rows));
    }
    TestArrays.write(azulejo.array(place), request, at(time), Batch.of(rows, columns));
  }

  private static Range within(ArraySchema schema, int d) {
    return schema
        .currentDomain()
        .map(box -> box.get(d))
        .or(() -> schema.dimensions().get(d).domain())
        .orElse(Range.of("", "~~~~"));
  }

  private Column coordinates(Dimension dimension, Range within, int rows) {
    Datatype type = dimension.type();
    if (within instanceof Range.Strings) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        texts.add("abc".substring(random.nextInt(3)).repeat(random.nextInt(3)));
      }
      return Column.of(dimension.name(), type, texts);
    }
    double[] reals = new double[rows];
    long[] numbers = new long[rows];
    for (int i = 0; i < rows; i++) {
      if (within instanceof Range.Doubles real) {
        reals[i] = real.low() + random.nextInt(9) * (real.high() - real.low()) / 8;
        reals[i] = reals[i] == 0 && random.nextBoolean() ? -0.0 : reals[i];
      } else {
        Range.Longs whole = (Range.Longs) within;
        int length = (int) Math.min(40, whole.high() - whole.low() + 1);
        numbers[i] = whole.low() + random.nextInt(length);
      }
    }
    return type.isFloatingPoint()
        ? Column.of(dimension.name(), type, reals)
        : Column.of(dimension.name(), type, numbers);
  }

  private Column values(Attribute attribute, int rows) {
    if (attribute.order() != DataOrder.UNORDERED) {
      return ordered(attribute, rows);
    }
    Datatype type = attribute.type();
    int[] offsets = new int[rows + 1];
    byte[] validity = attribute.nullable() ? new byte[rows] : null;
    for (int i = 0; i < rows; i++) {
      int values = attribute.isVar() ? random.nextInt(4) : attribute.cellValNum();
      offsets[i + 1] = offsets[i] + values * type.size();
      if (validity != null) {
        validity[i] = (byte) random.nextInt(2);
      }
    }
    byte[] data = new byte[offsets[rows]];
    random.nextBytes(data);
    for (int i = 0; i < data.length; i++) {
      // Few different values, and texts that are texts.
      data[i] =
          (byte) (type.isString() || type == Datatype.CHAR ? 'a' + (data[i] & 3) : data[i] & 1);
    }
    return attribute.isVar()
        ? new VarColumn(attribute.name(), type, rows, offsets, data, validity)
        : new FixedColumn(attribute.name(), type, attribute.cellValNum(), rows, data, validity);
  }

  private static Column ordered(Attribute attribute, int rows) {
    boolean rising = attribute.order() == DataOrder.INCREASING;
    List<String> texts = new ArrayList<>();
    long[] numbers = new long[rows];
    double[] reals = new double[rows];
    for (int i = 0; i < rows; i++) {
      numbers[i] = rising ? i : rows - i;
      reals[i] = numbers[i] / 2.0;
      texts.add("%05d".formatted(numbers[i]));
    }
    String name = attribute.name();
    Datatype type = attribute.type();
    if (attribute.isVar()) {
      return new VarColumn(
          name,
          type,
          rows,
          offsets(texts),
          String.join("", texts).getBytes(StandardCharsets.US_ASCII),
          null);
    }
    return type.isFloatingPoint() ? Column.of(name, type, reals) : Column.of(name, type, numbers);
  }

  private static int[] offsets(List<String> texts) {
    int[] offsets = new int[texts.size() + 1];
    for (int i = 0; i < texts.size(); i++) {
      offsets[i + 1] = offsets[i] + texts.get(i).length();
    }
    return offsets;
  }
}
