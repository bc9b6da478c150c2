package io.azulejo.tests;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.Group;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.SnapshotToken;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.CorpusValues;
import io.azulejo.testkit.Expectation;
import io.azulejo.text.output.TsvRowWriter;
import io.azulejo.text.schema.SchemaJsonWriter;
import io.azulejo.text.value.ValueText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares what an expectation says with what the engine finds. Reads take turns among engines of
 * different memory budgets, as answers must not depend on how they are cut into batches.
 */
final class CorpusCheck implements AutoCloseable {
  /** Keys of our JSON that the corpus does not have. */
  private static final Set<String> ADDITIONAL_KEYS =
      Set.of(
          "inherits_filters",
          "level",
          "y_extent",
          "x_extent",
          "order",
          "relative",
          "external",
          "extent",
          "filters",
          "unused_enumerations");

  private static final int PROBLEMS = 4;

  /** Reads of more rows leave out the least budget: they would decode each tile many times. */
  private static final long MANY_ROWS = 10_000;

  private final List<Azulejo> engines;
  private final Function<Path, Location> place;
  private int turn;

  /** Reads what lies in the corpus. */
  CorpusCheck() {
    this(Location::of, Map.of());
  }

  /**
   * Reads what lies elsewhere.
   *
   * @param place where that of a folder of the corpus is
   * @param settings of the engines
   */
  CorpusCheck(Function<Path, Location> place, Map<String, String> settings) {
    this.place = place;
    engines =
        List.of(
            Azulejo.builder().config(settings).computeThreads(1).build(),
            Azulejo.builder().config(settings).computeThreads(1).memoryBudget(2 << 20).build(),
            Azulejo.builder().config(settings).computeThreads(0).memoryBudget(64 << 10).build());
  }

  /** Compares all expectations of a corpus. */
  List<Result> run(CorpusFolder corpus) {
    return corpus.expectationFiles().stream().map(file -> run(corpus.expectation(file))).toList();
  }

  /** What became of an expectation. */
  enum Status {
    PASSED,
    FAILED,
    UNSUPPORTED
  }

  /**
   * The outcome of an expectation.
   *
   * @param problems what differs
   * @param unsupported what could not be compared
   */
  record Result(String name, String family, List<String> problems, Set<String> unsupported) {
    Status status() {
      if (!problems.isEmpty()) {
        return Status.FAILED;
      }
      return unsupported.isEmpty() ? Status.PASSED : Status.UNSUPPORTED;
    }
  }

  /** Compares all that an expectation says. */
  Result run(Expectation expectation) {
    Run run = new Run(expectation);
    run.attempt("open", run::check);
    return new Result(expectation.name(), expectation.family(), run.problems, run.unsupported);
  }

  @Override
  public void close() {
    engines.forEach(Azulejo::close);
  }

  /** A step that may throw what the engine throws. */
  private interface Step {
    void run() throws IOException;
  }

  /** The comparison of one expectation. */
  private final class Run {
    final List<String> problems = new ArrayList<>();
    final Set<String> unsupported = new TreeSet<>();
    private final Expectation expected;
    private final OpenOptions options;
    private final Map<Opened, Array> opened = new HashMap<>();

    Run(Expectation expected) {
      this.expected = expected;
      options = expected.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    }

    void check() throws IOException {
      if (expected.openingFails()) {
        try {
          array(Optional.empty());
          problem("opens, but should be refused");
        } catch (AzulejoException e) {
          return;
        }
      } else if (expected.group()) {
        checkGroup(options, expected.content(), "");
        for (Expectation.Opening opening : expected.openings()) {
          String at = at(opening.times());
          attempt(
              "open" + at, () -> checkGroup(options.at(opening.times()), opening.content(), at));
        }
      } else {
        checkArray(array(Optional.empty()), expected.content(), "");
        for (Expectation.Opening opening : expected.openings()) {
          String at = at(opening.times());
          attempt(
              "open" + at,
              () -> checkArray(array(Optional.of(opening.times())), opening.content(), at));
        }
        for (Expectation.Read read : expected.reads()) {
          attempt("read " + read.name(), () -> checkRead(read));
        }
      }
    }

    void attempt(String what, Step step) {
      try {
        step.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (AzulejoException e) {
        problem(what + ": " + e);
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        problem(
            what
                + ": "
                + e
                + Stream.of(e.getStackTrace())
                    .limit(6)
                    .map(frame -> "\n  at " + frame)
                    .reduce("", String::concat));
      }
    }

    private void checkArray(Array array, JsonNode content, String at) throws IOException {
      if (content.has("type")) {
        compare("type" + at, content.get("type"), array.schema().isDense() ? "dense" : "sparse");
        compare(
            "schema_version" + at,
            content.get("schema_version"),
            String.valueOf(array.formatVersion()));
        compare(
            "fragment_versions" + at,
            content.get("fragment_versions"),
            tree(
                json -> {
                  json.writeStartArray();
                  for (FragmentInfo fragment : array.fragments()) {
                    json.writeNumber(fragment.formatVersion());
                  }
                  json.writeEndArray();
                }));
      }
      if (content.has("schema")) {
        JsonNode ours =
            tree(json -> schemaJson(json, array).write(array.schema(), array.formatVersion()));
        compare("schema" + at, content.get("schema"), ours.get("schema"));
      }
      compare(
          "non_empty_domain" + at,
          content.get("non_empty_domain"),
          tree(json -> schemaJson(json, array).writeBox(array.schema(), array.nonEmptyDomain())));
      compare("metadata" + at, content.get("metadata"), metadata(array.metadata()));
    }

    private void checkGroup(OpenOptions at, JsonNode content, String when) throws IOException {
      Group group = engine(0).group(place.apply(expected.location())).open(at);
      compare(
          "members" + when,
          content.get("members"),
          tree(
              json -> {
                json.writeStartArray();
                for (Group.Member member : group.members()) {
                  json.writeStartObject();
                  json.writeStringField("name", member.name().orElse(null));
                  json.writeStringField("type", member.type().name());
                  json.writeStringField("uri", member.uri());
                  json.writeBooleanField("relative", member.relative());
                  json.writeEndObject();
                }
                json.writeEndArray();
              }));
      compare("metadata" + when, content.get("metadata"), metadata(group.metadata()));
    }

    private void checkRead(Expectation.Read read) throws IOException {
      Array array = array(engine(read.rows()), read.times());
      if (!read.aggregates().isEmpty()) {
        checkAggregates(array, read);
        return;
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      long rows;
      try (BatchReader reader = array.read(request(array, read)).batches()) {
        TsvRowWriter tsv =
            read.ordered()
                ? TsvRowWriter.begin(bytes, read.fields())
                : TsvRowWriter.beginSorted(bytes, read.fields());
        tsv.writeAll(new OverwritingReader(reader));
        rows = tsv.rows();
      } catch (AzulejoException e) {
        if (read.fails()) {
          return;
        }
        throw e;
      }
      if (read.fails()) {
        problem("read %s: gives %d rows, but should be refused".formatted(read.name(), rows));
      } else if (rows != read.rows() || !sha256(bytes.toByteArray()).equals(read.sha256())) {
        problem(
            "read %s: %d rows for %d expected%s"
                .formatted(read.name(), rows, read.rows(), difference(read, bytes)));
      }
    }

    private void checkAggregates(Array array, Expectation.Read read) {
      List<String> texts = List.copyOf(read.aggregates().keySet());
      Batch answer =
          array
              .read(request(array, read))
              .aggregate(Aggregation.of(texts.stream().map(CorpusCheck::aggregate).toList()));
      for (int i = 0; i < texts.size(); i++) {
        Column column = answer.column(i);
        String found =
            column.isNull(0)
                ? ValueText.NULL
                : ValueText.of(
                    column.type(),
                    column instanceof FixedColumn fixed ? fixed.valuesPerCell() : Attribute.VAR,
                    column.getBytes(0));
        String wanted = read.aggregates().get(texts.get(i));
        if (!found.equals(wanted)) {
          problem(
              "read %s: %s is %s, expected %s".formatted(read.name(), texts.get(i), found, wanted));
        }
      }
    }

    private Array array(Optional<TimeRange> times) {
      return array(engine(0), times);
    }

    private Array array(Azulejo engine, Optional<TimeRange> times) {
      return opened.computeIfAbsent(
          new Opened(engine, times),
          key -> {
            Array array =
                key.engine()
                    .open(place.apply(expected.location()), times.map(options::at).orElse(options));
            return key.engine() == engines.get(0)
                ? array
                : key.engine().open(SnapshotToken.of(array.token().toBytes()), options);
          });
    }

    private void compare(String what, JsonNode wanted, String found) {
      if (!wanted.asText().equals(found)) {
        problem("%s: expected %s, found %s".formatted(what, wanted.asText(), found));
      }
    }

    private void compare(String what, JsonNode wanted, JsonNode found) {
      firstDifference(what, wanted, found).ifPresent(this::problem);
    }

    private void problem(String text) {
      if (problems.size() < PROBLEMS) {
        problems.add(text);
      } else if (problems.size() == PROBLEMS) {
        problems.add("and more");
      }
    }
  }

  /** What makes an opened array another one. */
  private record Opened(Azulejo engine, Optional<TimeRange> times) {}

  private Azulejo engine(long rows) {
    return engines.get(turn++ % (rows <= MANY_ROWS ? engines.size() : engines.size() - 1));
  }

  /** An aggregate of the corpus, whose fields are never in quotes. */
  private static Aggregate aggregate(String text) {
    int open = text.indexOf('(');
    String word = text.substring(0, open);
    String field = text.substring(open + 1, text.length() - 1);
    return word.equals("count")
        ? Aggregate.count()
        : Aggregate.of(Aggregate.Function.valueOf(word.toUpperCase(Locale.ROOT)), field);
  }

  private static ReadRequest request(Array array, Expectation.Read read) {
    Subarray part = Subarray.ALL;
    for (int i = 0; i < read.ranges().size(); i++) {
      Dimension dimension = array.schema().dimensions().get(i);
      if (read.ranges().get(i) != null) {
        for (List<String> pair : read.ranges().get(i)) {
          part =
              part.and(
                  dimension.name(), CorpusValues.range(dimension.type(), pair.get(0), pair.get(1)));
        }
      }
    }
    for (DimensionLabel label : array.schema().labels()) {
      for (List<String> pair : read.labelRanges().getOrDefault(label.name(), List.of())) {
        part = part.and(label.name(), CorpusValues.range(label.type(), pair.get(0), pair.get(1)));
      }
    }
    ReadRequest request =
        ReadRequest.ALL
            .subarray(part)
            .select(read.fields())
            .layout(read.layout())
            .cells(ReadRequest.Cells.GRID);
    request =
        read.condition()
            .map(text -> new CorpusConditions(array).of(text))
            .map(request::where)
            .orElse(request);
    return request;
  }

  private static String difference(Expectation.Read read, ByteArrayOutputStream bytes)
      throws IOException {
    Iterator<String> found = bytes.toString(StandardCharsets.UTF_8).lines().iterator();
    if (read.text().isEmpty()) {
      return " (the rows were not kept), of which the first ones are\n"
          + Stream.generate(() -> found.hasNext() ? found.next() + "\n" : "")
              .limit(4)
              .reduce("", String::concat)
              .stripTrailing();
    }
    Iterator<String> wanted =
        Files.readString(read.text().get(), StandardCharsets.UTF_8).lines().iterator();
    for (int line = 0; wanted.hasNext() || found.hasNext(); line++) {
      String want = wanted.hasNext() ? wanted.next() : "(the end)";
      String have = found.hasNext() ? found.next() : "(the end)";
      if (!want.equals(have)) {
        return ", the first that differs is row %d\nexpected %s\nfound    %s"
            .formatted(line, cut(want), cut(have));
      }
    }
    return ", equal to the kept file, but not of the expected digest";
  }

  private static String cut(String line) {
    return line.length() <= 400 ? line : line.substring(0, 400) + "…";
  }

  /** Where two trees differ first; keys that are documented as additional may be ours alone. */
  private static Optional<String> firstDifference(String path, JsonNode wanted, JsonNode found) {
    if (wanted.isObject() && found.isObject()) {
      for (Map.Entry<String, JsonNode> entry : wanted.properties()) {
        JsonNode ours = found.get(entry.getKey());
        String inner = path + "." + entry.getKey();
        Optional<String> difference =
            ours == null
                ? Optional.of(inner + " is missing")
                : firstDifference(inner, entry.getValue(), ours);
        if (difference.isPresent()) {
          return difference;
        }
      }
      return found
          .propertyStream()
          .map(Map.Entry::getKey)
          .filter(key -> !wanted.has(key))
          .filter(key -> !ADDITIONAL_KEYS.contains(key) && !key.endsWith("_max_chunk_size"))
          .map(key -> path + "." + key + " is not expected")
          .findFirst();
    }
    if (wanted.isArray() && found.isArray() && wanted.size() == found.size()) {
      for (int i = 0; i < wanted.size(); i++) {
        Optional<String> difference =
            firstDifference(path + "[" + i + "]", wanted.get(i), found.get(i));
        if (difference.isPresent()) {
          return difference;
        }
      }
      return Optional.empty();
    }
    return wanted.toString().equals(found.toString())
        ? Optional.empty()
        : Optional.of(
            "%s: expected %s, found %s"
                .formatted(path, cut(wanted.toString()), cut(found.toString())));
  }

  /** Metadata as the corpus writes it. */
  static JsonNode metadata(Map<String, MetadataValue> metadata) throws IOException {
    return tree(
        json -> {
          json.writeStartArray();
          for (Map.Entry<String, MetadataValue> entry : metadata.entrySet()) {
            MetadataValue value = entry.getValue();
            json.writeStartObject();
            json.writeStringField("key", entry.getKey());
            json.writeStringField("type", value.type().name());
            json.writeNumberField("num", Math.max(1, value.count()));
            json.writeStringField("value", ValueText.of(value).orElse(null));
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static SchemaJsonWriter schemaJson(JsonGenerator json, Array array) {
    return new SchemaJsonWriter(json, array::enumeration, label -> Optional.empty());
  }

  /** Writes JSON. */
  private interface JsonBody {
    void write(JsonGenerator json) throws IOException;
  }

  private static JsonNode tree(JsonBody body) throws IOException {
    try (TokenBuffer buffer = new TokenBuffer(null, false)) {
      body.write(buffer);
      JsonNode node = new ObjectMapper().readTree(buffer.asParser());
      return node == null ? JsonNodeFactory.instance.nullNode() : node;
    }
  }

  private static String at(TimeRange times) {
    return " at [%s, %s]"
        .formatted(Long.toUnsignedString(times.start()), Long.toUnsignedString(times.end()));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
