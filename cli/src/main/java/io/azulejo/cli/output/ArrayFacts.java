package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.ObjectType;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A one-line summary of an array.
 *
 * @param dense whether the array is dense
 * @param dimensions the names of the dimensions
 * @param attributes the names of the attributes
 * @param fragments the number of fragments
 * @param cells the number of cells in all fragments, unsigned
 * @param bytes the size of all fragments on disk in bytes
 */
record ArrayFacts(
    boolean dense,
    List<String> dimensions,
    List<String> attributes,
    int fragments,
    long cells,
    long bytes) {
  /** Maximum number of names to show. */
  private static final int NAMED = 4;

  static ArrayFacts of(Array array) {
    ArraySchema schema = array.schema();
    List<FragmentInfo> fragments = array.fragments();
    return new ArrayFacts(
        schema.isDense(),
        schema.dimensions().stream().map(Dimension::name).toList(),
        schema.attributes().stream().map(Attribute::name).toList(),
        fragments.size(),
        fragments.stream().mapToLong(FragmentInfo::cells).sum(),
        fragments.stream().mapToLong(FragmentInfo::bytesOnDisk).sum());
  }

  /** Returns the summary as text for people. */
  @Override
  public String toString() {
    String holds =
        fragments == 0
            ? "no cells written"
            : "%s in %s, %s"
                .formatted(
                    count(cells, "cell"), count(fragments, "fragment"), ByteCounts.of(bytes));
    return "%s, %s: %s; %s"
        .formatted(dense ? "dense" : "sparse", names(dimensions), names(attributes), holds);
  }

  private static String names(List<String> names) {
    String first =
        names.stream().limit(NAMED).map(QuotedText::ofName).collect(Collectors.joining(", "));
    return names.size() > NAMED ? first + " and " + (names.size() - NAMED) + " more" : first;
  }

  private static String count(long number, String what) {
    return Long.toUnsignedString(number) + " " + what + (number == 1 ? "" : "s");
  }

  /** Writes the summary as members of a JSON object that the caller has started. */
  void write(JsonGenerator json) throws IOException {
    json.writeBooleanField("dense", dense);
    write(json, "dimensions", dimensions);
    write(json, "attributes", attributes);
    json.writeNumberField("fragments", fragments);
    json.writeFieldName("cells_written");
    json.writeNumber(Long.toUnsignedString(cells));
    json.writeNumberField("bytes_on_disk", bytes);
  }

  private static void write(JsonGenerator json, String field, List<String> names)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
  }

  /** The totals of all arrays and groups below a location. */
  static final class Sum {
    private long arrays;
    private long groups;
    private long cells;
    private long bytes;

    /**
     * Adds an object to the totals.
     *
     * @param facts the summary of an array; null for a group or if the array could not be opened
     */
    void add(ObjectType type, ArrayFacts facts) {
      arrays += type == ObjectType.ARRAY ? 1 : 0;
      groups += type == ObjectType.GROUP ? 1 : 0;
      cells += facts == null ? 0 : facts.cells;
      bytes += facts == null ? 0 : facts.bytes;
    }

    @Override
    public String toString() {
      String within = groups == 0 ? "" : ", " + count(groups, "group");
      return "%s%s, %s, %s"
          .formatted(count(arrays, "array"), within, count(cells, "cell"), ByteCounts.of(bytes));
    }
  }
}
