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
 * @param name family, case and file, separated by slashes
 * @param family the first part of the name
 * @param file the file that holds this expectation
 * @param group whether the object is a group
 * @param location the folder of the array or group
 * @param key the key of an encrypted array
 * @param openingFails whether opening fails; if so, the following components are empty
 * @param content the whole JSON object: the state when opened without times
 * @param openings the states when opened at other times
 * @param reads the reads to test
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
   * The state when opened at certain times.
   *
   * @param times the times
   * @param content an object with some of the keys of {@link Expectation#content}
   */
  public record Opening(TimeRange times, JsonNode content) {}

  /**
   * A read and its expected result.
   *
   * @param name the name of the read
   * @param layout the requested order
   * @param ordered whether rows come in that order; otherwise they are compared after sorting by
   *     bytes
   * @param ranges for each dimension its ranges as pairs of texts, or null for the whole domain;
   *     empty to read everything
   * @param labelRanges ranges of dimension labels, by label name
   * @param times the times, unless they are everything up to now
   * @param condition the condition on cells
   * @param fields the columns, in order
   * @param rows the number of rows
   * @param sha256 the digest of the rows as text
   * @param text the file with the rows as text, if the corpus has it
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

  /** Returns whether opening or some read must fail; tests must not ignore other errors. */
  public boolean someFails() {
    return openingFails || reads.stream().anyMatch(Read::fails);
  }

  /** Returns an engine that has the key for a copy of the array or group, if it is encrypted. */
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
