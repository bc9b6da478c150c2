package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.text.schema.SchemaJsonWriter;
import io.azulejo.text.value.RangeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** A short description of an array, as text for people or as JSON. */
public final class ArrayInfo {
  private final String uri;
  private final Array array;
  private final ArraySchema schema;
  private final List<FragmentInfo> fragments;

  /**
   * Creates the description of an array.
   *
   * @param uri the URI as typed by the user, which is the title of the description
   * @param array the open array
   */
  public ArrayInfo(String uri, Array array) {
    this.uri = uri;
    this.array = array;
    this.schema = array.schema();
    this.fragments = array.fragments();
  }

  /** Returns the description as lines of text. */
  public String text() {
    List<String[]> rows = new ArrayList<>();
    String type =
        schema.isDense()
            ? "dense array"
            : "sparse array, duplicates " + (schema.allowsDuplicates() ? "allowed" : "not allowed");
    rows.add(row("type", type));
    rows.add(
        row(
            "order",
            "cells %s, tiles %s"
                .formatted(
                    SchemaText.word(schema.cellOrder()), SchemaText.word(schema.tileOrder()))));
    rows.add(row("format version", versions()));
    rows.add(row("fragments", fragments.isEmpty() ? "none" : fragments.size() + times()));
    rows.add(row("cells written", Long.toUnsignedString(total(FragmentInfo::cells))));
    rows.add(row("bytes on disk", ByteCounts.exact(total(FragmentInfo::bytesOnDisk))));
    rows.add(row("bytes unfiltered", ByteCounts.exact(total(FragmentInfo::bytesUnfiltered))));
    rows.add(
        row(
            "non-empty domain",
            array
                .nonEmptyDomain()
                .map(box -> String.join(" ", RangeText.of(schema, box)))
                .orElse("no cells written")));
    if (!array.metadata().isEmpty()) {
      int keys = array.metadata().size();
      rows.add(row("metadata", keys + (keys == 1 ? " key" : " keys")));
    }
    StringBuilder out = new StringBuilder(uri).append('\n');
    SchemaText.appendRows(out, rows);
    return out.append(SchemaText.fields(schema)).toString();
  }

  /** Returns the description as a JSON object, including the schema. */
  public byte[] json() throws IOException {
    return JsonText.of(this::write);
  }

  private void write(JsonGenerator json) throws IOException {
    SchemaJsonWriter schemas =
        new SchemaJsonWriter(json, array::enumeration, label -> Optional.empty());
    json.writeStartObject();
    json.writeStringField("uri", uri);
    json.writeStringField("type", "array");
    json.writeStringField("location", array.location().toString());
    json.writeNumberField("format_version", array.formatVersion());
    json.writeArrayFieldStart("fragment_format_versions");
    for (int version : fragmentVersions()) {
      json.writeNumber(version);
    }
    json.writeEndArray();
    json.writeStringField("read_by_tiledb_from", array.oldestReader().orElse(null));
    json.writeNumberField("fragments", fragments.size());
    json.writeStringField("written_from", fragments.isEmpty() ? null : time(first()));
    json.writeStringField("written_to", fragments.isEmpty() ? null : time(last()));
    json.writeFieldName("cells_written");
    json.writeNumber(Long.toUnsignedString(total(FragmentInfo::cells)));
    json.writeNumberField("bytes_on_disk", total(FragmentInfo::bytesOnDisk));
    json.writeNumberField("bytes_unfiltered", total(FragmentInfo::bytesUnfiltered));
    json.writeFieldName("non_empty_domain");
    schemas.writeBox(schema, array.nonEmptyDomain());
    json.writeNumberField("metadata_keys", array.metadata().size());
    json.writeFieldName("schema");
    schemas.write(schema, array.formatVersion());
    json.writeEndObject();
  }

  private List<Integer> fragmentVersions() {
    return fragments.stream().map(FragmentInfo::formatVersion).distinct().sorted().toList();
  }

  private String versions() {
    String own = Integer.toString(array.formatVersion());
    String others =
        fragmentVersions().stream().map(String::valueOf).collect(Collectors.joining(", "));
    String versions =
        others.isEmpty() || others.equals(own) ? own : "schema " + own + ", fragments " + others;
    return versions
        + array
            .oldestReader()
            .map(release -> ", read by TileDB " + release + " and later")
            .orElse(", not readable by any TileDB release yet");
  }

  private String times() {
    long first = first();
    long last = last();
    return first == last
        ? ", written " + time(first)
        : ", written " + time(first) + " to " + time(last);
  }

  private long first() {
    return fragments.stream()
        .map(fragment -> fragment.times().start())
        .min(Long::compareUnsigned)
        .orElseThrow();
  }

  private long last() {
    return fragments.stream()
        .map(fragment -> fragment.times().end())
        .max(Long::compareUnsigned)
        .orElseThrow();
  }

  private static String time(long time) {
    return RangeText.ofNumber(Datatype.DATETIME_MS, time);
  }

  private long total(ToLongFunction<FragmentInfo> of) {
    return fragments.stream().mapToLong(of).sum();
  }

  private static String[] row(String... cells) {
    return cells;
  }
}
