package io.azulejo.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.Group;
import io.azulejo.HistoryEntry;
import io.azulejo.MetadataValue;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.storage.Location;
import io.azulejo.text.value.RangeText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Answers requests about objects: their properties, children and history. */
final class ObjectAnswers {
  private static final int MAX_CHILDREN = 5_000;
  private static final int MAX_ENTRIES = 2_000;
  private static final int MAX_TEXT = 2_000;

  private final ViewedObjects objects;

  ObjectAnswers(ViewedObjects objects) {
    this.objects = objects;
  }

  /** Describes an object: its type and metadata and, for an array, its schema and size. */
  byte[] object(Parameters parameters) throws IOException {
    Location place = objects.place(parameters);
    OpenOptions options = objects.options(parameters);
    ObjectType type = objects.engine().catalog().type(place);
    return Json.object(
        json -> {
          json.writeNumberField("id", objects.id(place));
          json.writeStringField("uri", objects.uri(place));
          json.writeStringField("name", place.name());
          json.writeStringField("type", word(type));
          switch (type) {
            case ARRAY -> array(json, objects.array(parameters).array());
            case GROUP -> {
              Group group = objects.engine().group(place).open(options);
              json.writeNumberField("members", group.members().size());
              metadata(json, group.metadata());
            }
            case NONE -> {}
          }
        });
  }

  /** Lists the objects directly below a group or a folder. */
  byte[] children(Parameters parameters) throws IOException {
    Location place = objects.place(parameters);
    List<CommandTexts.Child> children = objects.texts().children(place);
    return Json.object(
        json -> {
          json.writeArrayFieldStart("children");
          for (CommandTexts.Child child :
              children.subList(0, Math.min(MAX_CHILDREN, children.size()))) {
            json.writeStartObject();
            json.writeNumberField("id", objects.id(child.location()));
            json.writeStringField("name", child.name());
            json.writeStringField("type", word(child.type()));
            json.writeStringField("note", child.note());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeNumberField("hidden", Math.max(0, children.size() - MAX_CHILDREN));
        });
  }

  /**
   * Returns the history of an array, oldest event first. If it is too long, the oldest events are
   * left out.
   */
  byte[] history(Parameters parameters) throws IOException {
    Array array = objects.array(parameters).array();
    ArraySchema schema = array.schema();
    List<HistoryEntry> entries = array.history();
    int from = Math.max(0, entries.size() - MAX_ENTRIES);
    return Json.object(
        json -> {
          json.writeNumberField("hidden", from);
          json.writeArrayFieldStart("entries");
          for (HistoryEntry entry : entries.subList(from, entries.size())) {
            CommandTexts.Event event = objects.texts().event(entry, schema);
            json.writeStartObject();
            json.writeStringField("name", entry.name());
            json.writeNumberField("start", entry.times().start());
            json.writeNumberField("end", entry.times().end());
            json.writeStringField("event", event.event());
            json.writeStringField("details", truncated(event.details()));
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static String word(ObjectType type) {
    return switch (type) {
      case ARRAY -> "array";
      case GROUP -> "group";
      case NONE -> "folder";
    };
  }

  private void array(JsonGenerator json, Array array) throws IOException {
    ArraySchema schema = array.schema();
    json.writeBooleanField("dense", schema.isDense());
    json.writeBooleanField("duplicates", schema.allowsDuplicates());
    json.writeStringField("tileOrder", readable(schema.tileOrder().name()));
    json.writeStringField("cellOrder", readable(schema.cellOrder().name()));
    json.writeNumberField("capacity", schema.capacity());
    json.writeNumberField("formatVersion", array.formatVersion());
    List<FragmentInfo> fragments = array.fragments();
    json.writeNumberField("fragments", fragments.size());
    json.writeNumberField("tiles", fragments.stream().mapToLong(FragmentInfo::tiles).sum());
    json.writeNumberField("cells", fragments.stream().mapToLong(FragmentInfo::cells).sum());
    json.writeNumberField("bytes", fragments.stream().mapToLong(FragmentInfo::bytesOnDisk).sum());
    json.writeNumberField(
        "unfiltered", fragments.stream().mapToLong(FragmentInfo::bytesUnfiltered).sum());
    json.writeArrayFieldStart("dimensions");
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      int index = d;
      json.writeStartObject();
      json.writeStringField("name", dimension.name());
      json.writeStringField("type", dimension.type().toString());
      String domain = dimension.domain().map(r -> RangeText.of(dimension.type(), r)).orElse("");
      json.writeStringField("domain", domain);
      json.writeStringField("extent", dimension.extent().map(e -> String.valueOf(e)).orElse(""));
      json.writeStringField(
          "written",
          array
              .nonEmptyDomain()
              .map(box -> RangeText.of(dimension.type(), box.get(index)))
              .orElse(""));
      json.writeStringField("filters", filters(dimension.filters()));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("attributes");
    for (Attribute attribute : schema.attributes()) {
      attribute(json, array, attribute);
    }
    json.writeEndArray();
    metadata(json, array.metadata());
    PageFields.write(json, array);
  }

  private static void attribute(JsonGenerator json, Array array, Attribute attribute)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", attribute.name());
    json.writeStringField(
        "type",
        attribute.type()
            + (attribute.isVar() ? "[]" : "")
            + (attribute.cellValNum() > 1 ? "[" + attribute.cellValNum() + "]" : ""));
    json.writeBooleanField("nullable", attribute.nullable());
    json.writeStringField("filters", filters(attribute.filters()));
    if (attribute.enumeration().isPresent()) {
      String name = attribute.enumeration().get();
      json.writeStringField("enumeration", name);
      json.writeNumberField("values", array.enumeration(name).size());
    }
    json.writeEndObject();
  }

  private static String filters(FilterPipeline pipeline) {
    return pipeline.filters().stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private void metadata(JsonGenerator json, Map<String, MetadataValue> values) throws IOException {
    json.writeArrayFieldStart("metadata");
    for (Map.Entry<String, MetadataValue> entry : values.entrySet()) {
      json.writeStartObject();
      json.writeStringField("key", entry.getKey());
      json.writeStringField("value", truncated(objects.texts().metadata(entry.getValue())));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String readable(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Truncates a text that is too long to display. */
  static String truncated(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + " …";
  }
}
