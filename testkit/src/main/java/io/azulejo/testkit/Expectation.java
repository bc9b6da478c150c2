package io.azulejo.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azulejo.Azulejo;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The expected contents of one array or group of the corpus.
 *
 * @param name the family, the case and the file name, separated by slashes
 * @param family the first part of the name
 * @param file the file that contains this expectation
 * @param group whether the object is a group rather than an array
 * @param location the folder of the array or group
 * @param key the key of an encrypted array; empty if it is not encrypted
 * @param openingFails whether opening must fail
 * @param content the whole JSON object, which describes the state when opened without times
 * @param openings the expected states when opened at certain times
 * @param reads the reads to test and their expected results
 */
public record Expectation(
    String name,
    String family,
    Path file,
    boolean group,
    Path location,
    Optional<EncryptionKey> key,
    boolean openingFails,
    JsonNode content,
    List<Opening> openings,
    List<Read> reads) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * The expected state when opened with a range of times.
   *
   * @param times the range of times
   * @param content an object with some of the keys of {@link Expectation#content}
   */
  public record Opening(TimeRange times, JsonNode content) {}

  /**
   * A read and its expected result.
   *
   * @param name the name of the read
   * @param layout the requested order
   * @param ordered whether rows are returned in that order; otherwise, both sides are sorted by
   *     bytes before they are compared
   * @param ranges the ranges of each dimension as pairs of texts, or null for its whole domain; an
   *     empty list reads everything
   * @param labelRanges the ranges of dimension labels, by label name
   * @param times the range of times; empty for all times up to now
   * @param condition the condition that cells must meet; empty if there is none
   * @param fields the columns, in order
   * @param rows the number of rows
   * @param sha256 the SHA-256 digest of the rows as text, in hexadecimal
   * @param text the file that contains the rows as text; empty if the corpus does not have it
   * @param aggregates the aggregates and their values; empty for a read of rows
   * @param fails whether the read must fail
   */
  public record Read(
      String name,
      Layout layout,
      boolean ordered,
      List<List<List<String>>> ranges,
      Map<String, List<List<String>>> labelRanges,
      Optional<TimeRange> times,
      Optional<JsonNode> condition,
      List<String> fields,
      long rows,
      String sha256,
      Optional<Path> text,
      Map<String, String> aggregates,
      boolean fails) {}

  /**
   * Returns whether opening or any of the reads must fail. If not, tests must report every error.
   */
  public boolean someFails() {
    return openingFails || reads.stream().anyMatch(Read::fails);
  }

  /**
   * Returns an engine that can open a copy of the array or group.
   *
   * @param engine the engine to use; it is returned unchanged if the object is not encrypted
   * @param place the location of the copy, to which the key is assigned
   */
  public Azulejo keyed(Azulejo engine, Location place) {
    return key.map(secret -> engine.withKey(place, secret)).orElse(engine);
  }

  static Expectation parse(Path corpus, Path file) {
    JsonNode node;
    try {
      node = MAPPER.readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
    Path relative = corpus.relativize(file);
    boolean group = node.has("group");
    List<Opening> openings = new ArrayList<>();
    for (JsonNode opening : node.path("opens")) {
      openings.add(new Opening(times(opening.get("timestamps")), opening));
    }
    List<Read> reads = new ArrayList<>();
    for (JsonNode read : node.path("reads")) {
      reads.add(read(file, read));
    }
    return new Expectation(
        relative.toString().replace('\\', '/'),
        relative.getName(0).toString(),
        file,
        group,
        file.resolveSibling(node.get(group ? "group" : "array").asText()),
        text(node, "key").map(k -> EncryptionKey.of(k.getBytes(StandardCharsets.US_ASCII))),
        text(node, "fails").isPresent(),
        node,
        List.copyOf(openings),
        List.copyOf(reads));
  }

  private static Read read(Path file, JsonNode read) {
    List<List<List<String>>> ranges = new ArrayList<>();
    for (JsonNode dimension : read.path("ranges")) {
      ranges.add(dimension.isNull() ? null : pairs(dimension));
    }
    Map<String, List<List<String>>> labelRanges = new LinkedHashMap<>();
    read.path("label_ranges")
        .properties()
        .forEach(e -> labelRanges.put(e.getKey(), pairs(e.getValue())));
    Map<String, String> aggregates = new LinkedHashMap<>();
    read.path("aggregates")
        .properties()
        .forEach(e -> aggregates.put(e.getKey(), e.getValue().asText()));
    List<String> fields = new ArrayList<>();
    read.path("fields").forEach(f -> fields.add(f.asText()));
    return new Read(
        read.get("name").asText(),
        Layout.valueOf(read.get("layout").asText().replace('-', '_').toUpperCase(Locale.ROOT)),
        read.path("ordered").asBoolean(),
        ranges,
        labelRanges,
        Optional.ofNullable(read.get("timestamps")).map(Expectation::times),
        Optional.ofNullable(read.get("condition")),
        fields,
        read.path("rows").asLong(),
        read.path("sha256").asText(),
        text(read, "file").map(file::resolveSibling),
        aggregates,
        read.path("fails").asBoolean());
  }

  private static List<List<String>> pairs(JsonNode list) {
    List<List<String>> pairs = new ArrayList<>();
    list.forEach(pair -> pairs.add(List.of(pair.get(0).asText(), pair.get(1).asText())));
    return pairs;
  }

  private static TimeRange times(JsonNode pair) {
    return new TimeRange(
        pair.get(0).bigIntegerValue().longValue(), pair.get(1).bigIntegerValue().longValue());
  }

  private static Optional<String> text(JsonNode node, String key) {
    return Optional.ofNullable(node.get(key)).map(JsonNode::asText);
  }
}
