package io.azulejo.cli.output;

import io.azulejo.FragmentInfo;
import io.azulejo.HistoryEntry;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.NDRange;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The description of an event in an array's history.
 *
 * @param event the event in one word, such as {@code write}
 * @param details the event's details, such as the number of cells
 */
public record HistoryText(String event, String details) {
  /**
   * Describes an event.
   *
   * @param entry the event
   * @param schema the schema of the array, which determines how ranges are formatted
   */
  public static HistoryText of(HistoryEntry entry, ArraySchema schema) {
    if (entry instanceof HistoryEntry.SchemaStored stored) {
      return stored.before().isEmpty()
          ? new HistoryText("create", created(stored.after()))
          : new HistoryText("schema", changes(stored.before().get(), stored.after()));
    }
    if (entry instanceof HistoryEntry.FragmentWritten written) {
      return written(written, schema);
    }
    if (entry instanceof HistoryEntry.CellsDeleted deleted) {
      return new HistoryText(
          deleted.update() ? "update" : "delete",
          deleted
              .deleted()
              .map(where -> where.equals("false") ? "single cells, by coordinates" : where)
              .orElseGet(() -> "all cells except where " + deleted.kept()));
    }
    if (entry instanceof HistoryEntry.MetadataWritten metadata) {
      return metadata(metadata);
    }
    HistoryEntry.FilesConsolidated files = (HistoryEntry.FilesConsolidated) entry;
    return new HistoryText(
        "consolidate",
        files.mode() == MaintenanceMode.COMMITS
            ? "commit files into one file"
            : "fragment metadata into one file");
  }

  private static String created(ArraySchema schema) {
    return (schema.isDense() ? "dense array " : "sparse array ")
        + names(schema.dimensions(), Dimension::name)
        + (schema.attributes().isEmpty() ? "" : " of ")
        + names(schema.attributes(), Attribute::name);
  }

  private static HistoryText written(HistoryEntry.FragmentWritten written, ArraySchema schema) {
    FragmentInfo fragment = written.fragment();
    StringBuilder text = new StringBuilder(fragment.dense() ? "dense, " : "sparse, ");
    text.append(count(fragment.cells(), "cell"));
    text.append(", ").append(count(fragment.bytesOnDisk(), "byte"));
    fragment
        .nonEmptyDomain()
        .ifPresent(box -> text.append(", ").append(String.join(" ", RangeText.of(schema, box))));
    boolean consolidated =
        !written.replaces().isEmpty() || fragment.times().start() != fragment.times().end();
    if (consolidated) {
      text.append(", of ")
          .append(
              written.replaces().isEmpty()
                  ? "removed fragments"
                  : count(written.replaces().size(), "fragment"));
    }
    return new HistoryText(consolidated ? "consolidate" : "write", text.toString());
  }

  private static HistoryText metadata(HistoryEntry.MetadataWritten metadata) {
    List<String> parts = new ArrayList<>();
    metadata
        .values()
        .forEach(
            (key, value) ->
                parts.add(
                    value
                        .map(v -> "put " + QuotedText.ofName(key) + " = " + MetadataText.of(v))
                        .orElseGet(() -> "delete " + QuotedText.ofName(key))));
    boolean consolidated =
        !metadata.replaces().isEmpty() || metadata.times().start() != metadata.times().end();
    String all = String.join(", ", parts);
    return consolidated
        ? new HistoryText("consolidate", all.isEmpty() ? "metadata" : "metadata: " + all)
        : new HistoryText("metadata", all);
  }

  private static String changes(ArraySchema before, ArraySchema after) {
    List<String> parts = new ArrayList<>();
    Map<String, Attribute> old = byName(before.attributes(), Attribute::name);
    Map<String, Attribute> now = byName(after.attributes(), Attribute::name);
    list(parts, "add attribute", now, old, a -> " " + type(a));
    list(parts, "drop attribute", old, now, a -> "");
    now.forEach(
        (name, attribute) -> {
          if (old.containsKey(name) && !old.get(name).equals(attribute)) {
            parts.add("change attribute " + QuotedText.ofName(name));
          }
        });
    Map<String, String> oldFiles = before.enumerationFiles();
    Map<String, String> files = after.enumerationFiles();
    list(parts, "add enumeration", files, oldFiles, f -> "");
    list(parts, "drop enumeration", oldFiles, files, f -> "");
    files.forEach(
        (name, file) -> {
          if (oldFiles.containsKey(name) && !oldFiles.get(name).equals(file)) {
            parts.add("extend enumeration " + QuotedText.ofName(name));
          }
        });
    Map<String, DimensionLabel> oldLabels = byName(before.labels(), DimensionLabel::name);
    Map<String, DimensionLabel> labels = byName(after.labels(), DimensionLabel::name);
    list(parts, "add label", labels, oldLabels, l -> "");
    list(parts, "drop label", oldLabels, labels, l -> "");
    Optional<NDRange> domain = after.currentDomain();
    if (!before.currentDomain().equals(domain)) {
      parts.add(
          domain
              .map(box -> "current domain " + String.join(" ", RangeText.of(after, box)))
              .orElse("no current domain"));
    }
    return parts.isEmpty() ? "stored again" : String.join(", ", parts);
  }

  /**
   * Appends the entries of one map that are missing in the other.
   *
   * @param what the text before each name
   * @param more returns the text after the name of an entry
   */
  private static <T> void list(
      List<String> parts,
      String what,
      Map<String, T> these,
      Map<String, T> others,
      Function<T, String> more) {
    these.forEach(
        (name, thing) -> {
          if (!others.containsKey(name)) {
            parts.add(what + " " + QuotedText.ofName(name) + more.apply(thing));
          }
        });
  }

  private static <T> Map<String, T> byName(List<T> things, Function<T, String> name) {
    return things.stream().collect(Collectors.toMap(name, t -> t, (a, b) -> b, LinkedHashMap::new));
  }

  private static String type(Attribute attribute) {
    return attribute.type()
        + (attribute.isVar() ? "[]" : "")
        + (attribute.nullable() ? " nullable" : "");
  }

  private static <T> String names(List<T> things, Function<T, String> name) {
    return things.stream()
        .map(thing -> QuotedText.ofName(name.apply(thing)))
        .collect(Collectors.joining(", "));
  }

  private static String count(long number, String what) {
    return Long.toUnsignedString(number) + " " + what + (number == 1 ? "" : "s");
  }
}
