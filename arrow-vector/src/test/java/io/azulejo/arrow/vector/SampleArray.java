package io.azulejo.arrow.vector;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Sparse arrays of random cells, in memory. */
final class SampleArray {
  private static final String[] WORDS = {"", "a", "ß", "azulejo", "日本", "🙂", "longer than most"};

  private SampleArray() {}

  /** Attributes of each type, in each shape, and some that are enumerated. */
  static Array ofAllTypes(Azulejo azulejo, Random random, int rows) {
    List<Attribute> attributes = new ArrayList<>();
    for (Datatype type : Datatype.values()) {
      for (int number : new int[] {1, 3, Attribute.VAR}) {
        if (type != Datatype.ANY || number == Attribute.VAR) {
          attributes.add(attribute(random, "a" + attributes.size(), type, number).build());
        }
      }
    }
    List<Enumeration> enumerations =
        List.of(
            Enumeration.ofStrings("words", random.nextBoolean(), List.of(WORDS)),
            Enumeration.ofDoubles("numbers", Datatype.FLOAT32, false, 1, 2.5, -0.0),
            Enumeration.ofLongs("times", Datatype.DATETIME_MS, true, 5, Long.MIN_VALUE),
            Enumeration.fixed("pairs", Datatype.INT16, 2, false, new byte[] {1, 2, 3, 4}));
    List<Datatype> indexes =
        List.of(Datatype.UINT8, Datatype.INT32, Datatype.INT8, Datatype.UINT64);
    for (int i = 0; i < enumerations.size(); i++) {
      attributes.add(
          attribute(random, "e" + i, indexes.get(i), 1)
              .enumeration(enumerations.get(i).name())
              .build());
    }
    return of(azulejo, random, rows, attributes, enumerations);
  }

  private static Attribute.Builder attribute(
      Random random, String name, Datatype type, int number) {
    Attribute.Builder attribute = Attribute.builder(name, type).cellValNum(number);
    return random.nextBoolean() ? attribute.nullable() : attribute;
  }

  /** An array of these attributes, in two fragments. */
  static Array of(
      Azulejo azulejo,
      Random random,
      int rows,
      List<Attribute> attributes,
      List<Enumeration> enumerations) {
    ArraySchema.Builder schema =
        ArraySchema.sparse()
            .capacity(50)
            .dimension(Dimension.of("d", Datatype.INT64, Range.of(0, 1_000_000), 1000L));
    enumerations.forEach(schema::enumeration);
    attributes.forEach(schema::attribute);
    Location location = Location.of("mem://" + Long.toHexString(random.nextLong()));
    azulejo.create(location, schema.build());
    write(azulejo, location, random, attributes, 0, rows / 2);
    write(azulejo, location, random, attributes, rows / 2, rows - rows / 2);
    return azulejo.open(location);
  }

  private static void write(
      Azulejo azulejo,
      Location location,
      Random random,
      List<Attribute> attributes,
      int first,
      int rows) {
    if (rows == 0) {
      return;
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.of("d", Datatype.INT64, LongStream.range(first, first + rows).toArray()));
    attributes.forEach(attribute -> columns.add(cells(random, attribute, rows)));
    azulejo.array(location).append(Batch.of(rows, columns));
  }

  private static Column cells(Random random, Attribute attribute, int rows) {
    byte[] validity = null;
    if (attribute.nullable()) {
      validity = new byte[rows];
      for (int row = 0; row < rows; row++) {
        validity[row] = (byte) (random.nextInt(4) == 0 ? 0 : 1);
      }
    }
    Datatype type = attribute.type();
    if (attribute.cellValNum() != Attribute.VAR) {
      byte[] data = new byte[rows * attribute.cellValNum() * type.size()];
      fill(random, attribute, data);
      return new FixedColumn(attribute.name(), type, attribute.cellValNum(), rows, data, validity);
    }
    int[] offsets = new int[rows + 1];
    byte[] data = new byte[0];
    for (int row = 0; row < rows; row++) {
      byte[] cell = new byte[random.nextInt(4) * type.size()];
      if (type.isString()) {
        cell = WORDS[random.nextInt(WORDS.length)].getBytes(type.charset());
      } else {
        fill(random, attribute, cell);
      }
      data = Arrays.copyOf(data, data.length + cell.length);
      System.arraycopy(cell, 0, data, offsets[row], cell.length);
      offsets[row + 1] = data.length;
    }
    return new VarColumn(attribute.name(), type, rows, offsets, data, validity);
  }

  private static void fill(Random random, Attribute attribute, byte[] data) {
    Datatype type = attribute.type();
    random.nextBytes(data);
    ByteBuffer numbers = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < data.length / type.size(); i++) {
      if (type == Datatype.BOOL) {
        data[i] &= 1;
      } else if (type == Datatype.GEOM_WKT || type.isString() && type.size() == 1) {
        data[i] &= 0x7f;
      } else if (type.isDatetime()) {
        boolean none = random.nextInt(5) == 0;
        numbers.putLong(i * Long.BYTES, none ? Long.MIN_VALUE : random.nextInt(2_000_000));
      } else if (attribute.enumeration().isPresent() && random.nextInt(4) > 0) {
        // Else an index of no value, as cells that were never written have.
        Arrays.fill(data, i * type.size(), (i + 1) * type.size(), (byte) 0);
        data[i * type.size()] = (byte) random.nextInt(2);
      }
    }
  }
}
