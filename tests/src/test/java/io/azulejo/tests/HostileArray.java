package io.azulejo.tests;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.Group;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.ReadOnlyFiles;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.text.output.TsvRowWriter;
import io.azulejo.text.schema.SchemaJsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An array or group in memory, with what is in it as long as its files are whole. */
final class HostileArray {
  private static final Location ROOT = Location.of("mem://hostile");
  private static final List<Way> WAYS =
      List.of(
          new Way(Layout.UNORDERED, false),
          new Way(Layout.ROW_MAJOR, false),
          new Way(Layout.UNORDERED, true),
          new Way(Layout.GLOBAL_ORDER, false),
          new Way(Layout.ROW_MAJOR, true));

  /** An array with more rows would take too long to be read again and again. */
  private static final long MOST_ROWS = 20_000;

  private static final long MORE_ROWS = 1_000_000;

  /** Data files since format version 9. */
  private static final Pattern ATTRIBUTE_FILE = Pattern.compile("/a(\\d+)(_var)?\\.tdb$");

  private final Expectation expectation;
  private final ReadOnlyFiles files;
  private final Azulejo engine;
  private OpenOptions options;
  private final List<Content> whole = new ArrayList<>();
  private final Map<Ask, String> answers = new EnumMap<>(Ask.class);
  private final Map<String, List<NumberField>> fields = new HashMap<>();
  private Set<Problem> known;
  private Subarray box;

  private HostileArray(Expectation expectation) {
    this.expectation = expectation;
    files = ReadOnlyFiles.copy(expectation.location(), ROOT);
    Azulejo.Builder description =
        Azulejo.builder()
            .computeThreads(0)
            .ioThreads(0)
            .memoryBudget(256 << 10)
            .storage(ROOT.scheme(), files);
    expectation.key().ifPresent(key -> description.key(ROOT, key));
    engine = description.build();
    options = expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
  }

  /**
   * How an array is read.
   *
   * @param tested whether by a condition
   */
  private record Way(Layout layout, boolean tested) {}

  /** What is asked of an array at least. */
  enum Ask {
    /** How many cells there are. */
    COUNT,
    /** All cells. */
    ALL,
    /** The cells of a box within the non-empty domain. */
    BOX
  }

  /** What became of damaged bytes. */
  enum Kind {
    /** The engine said what is wrong. */
    REFUSED,
    /** All is as with whole files. */
    SAME,
    /** Something is not as with whole files. */
    OTHER,
    /** What must not be. */
    MISTAKE
  }

  /**
   * What became of damaged bytes, in words.
   *
   * @param rows how many rows were read
   * @param hung whether it did not end
   */
  record Outcome(Kind kind, String what, long rows, boolean hung) {
    static Outcome refused(String what) {
      return new Outcome(Kind.REFUSED, what, 0, false);
    }

    static Outcome mistake(String what) {
      return new Outcome(Kind.MISTAKE, what, 0, false);
    }

    static Outcome hang(String where) {
      return new Outcome(Kind.MISTAKE, "does not end" + where, 0, true);
    }
  }

  /** What is in an array: a digest of all, and how many rows. */
  private record Content(String digest, long rows) {}

  /** The array or group of an expectation; empty if it can't be read when it is whole. */
  static Optional<HostileArray> of(Expectation expectation) {
    if (expectation.openingFails()) {
      return Optional.empty();
    }
    HostileArray array = new HostileArray(expectation);
    try {
      for (Way way : WAYS) {
        Content content = array.content(way, MOST_ROWS);
        if (content.rows() > MOST_ROWS) {
          return Optional.empty();
        }
        array.whole.add(content);
      }
    } catch (AzulejoException e) {
      return Optional.empty();
    }
    return Optional.of(array);
  }

  /**
   * Seals it; what is read from now on is compared with the seal.
   *
   * @return the paths of all files, those of the seal among them
   */
  List<String> seal(SealRequest request) {
    Storage store = Storage.inMemory();
    files
        .files()
        .forEach((path, bytes) -> store.createExclusive(Location.of("mem://" + path), bytes));
    try (Azulejo sealing = Azulejo.builder().storage(ROOT.scheme(), store).build()) {
      sealing.maintenance(ROOT).seal(request);
    }
    for (Location file : StoredFiles.below(store, StoredFiles.MEMORY)) {
      try (InputFile in = store.open(file)) {
        byte[] bytes = new byte[(int) in.size()];
        in.read(0, bytes, 0, bytes.length);
        files.files().put(file.path(), bytes);
      }
    }
    options = options.verified();
    return List.copyOf(files.files().keySet());
  }

  /** The name of the case. */
  String name() {
    return expectation.name();
  }

  /** All files, the empty ones too. */
  Set<String> allPaths() {
    return Set.copyOf(files.files().keySet());
  }

  /** Whether it is no group. */
  boolean isArray() {
    return !expectation.group();
  }

  /** The files that have bytes. */
  List<String> paths() {
    return files.files().entrySet().stream()
        .filter(file -> file.getValue().length > 0)
        .map(file -> file.getKey())
        .collect(Collectors.toList());
  }

  /** An engine that has the key of the array for a copy of it. */
  Azulejo keyed(Azulejo azulejo, Location place) {
    return expectation.keyed(azulejo, place);
  }

  /** How it is opened. */
  OpenOptions openOptions() {
    return options;
  }

  /** The path of a file from the array on. */
  String below(String path) {
    return path.substring(path.indexOf("hostile") + "hostile".length() + 1);
  }

  /** The bytes of a file. */
  byte[] bytes(String path) {
    return files.files().get(path);
  }

  /** The numbers that a file holds. */
  List<NumberField> numbers(String path) {
    return NumberField.of(files.files(), path, expectation.key());
  }

  /** Reads everything with other bytes in place of a file. */
  Outcome tryWith(String path, byte[] damaged, int turn) {
    return tryWith(path, path, damaged, turn);
  }

  /** Reads everything without a file. */
  Outcome tryWithout(String path, int turn) {
    return tryWith(path, path, null, turn);
  }

  /** Reads everything with another file in place of one. */
  Outcome tryWith(String path, String instead, byte[] damaged, int turn) {
    byte[] before = files.files().remove(path);
    if (damaged != null) {
      files.files().put(instead, damaged);
    }
    try {
      return outcome(path, turn);
    } finally {
      files.files().remove(instead);
      files.files().put(path, before);
    }
  }

  /**
   * Reads everything, and compares the files with the seal, while a file is changed.
   *
   * @param change changes the files that it is given
   * @return what became of the read; a mistake where the seal tells of no error
   */
  Outcome trySealed(String path, Consumer<Map<String, byte[]>> change, int turn) {
    Map<String, byte[]> before = new TreeMap<>(files.files());
    change.accept(files.files());
    try {
      if (isSound()) {
        return Outcome.mistake("is not found by the seal");
      }
      return outcome(path, turn);
    } finally {
      files.files().clear();
      files.files().putAll(before);
    }
  }

  /** Whether all is as it was sealed. */
  boolean isSound() {
    try {
      return engine.maintenance(ROOT).verify(VerifyRequest.DEFAULT.sealed()).isSound();
    } catch (AzulejoException e) {
      return false; // the schema or the seal itself
    }
  }

  private Outcome outcome(String path, int turn) {
    Content expected = whole.get(turn % WAYS.size());
    try {
      Content found = content(WAYS.get(turn % WAYS.size()), expected.rows() + MORE_ROWS);
      if (found.rows() > expected.rows() + MORE_ROWS) {
        return Outcome.mistake("gives more than %d rows".formatted(found.rows()));
      }
      if (found.digest().equals(expected.digest())) {
        return new Outcome(Kind.SAME, "", found.rows(), false);
      }
      return isChecked(path)
          ? Outcome.mistake("gives other values, in spite of digests")
          : new Outcome(Kind.OTHER, "", found.rows(), false);
    } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
      return refusal(path, e);
    }
  }

  /** What is asked, with other bytes in place of a file: the same answer, or what is wrong. */
  Outcome ask(Ask ask, String path, byte[] damaged) {
    String expected = answers.computeIfAbsent(ask, this::answer);
    byte[] before = files.files().put(path, damaged);
    try {
      boolean same = answer(ask).equals(expected);
      return new Outcome(same ? Kind.SAME : Kind.OTHER, "", 0, false);
    } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
      return refusal(path, e);
    } finally {
      files.files().put(path, before);
    }
  }

  private String answer(Ask ask) {
    if (ask == Ask.COUNT) {
      Array array = engine.open(ROOT, options);
      Batch count = array.read(ReadRequest.ALL).aggregate("count()");
      return Long.toString(count.column("count()").getLong(0));
    }
    ReadRequest request = ReadRequest.ALL.layout(Layout.ROW_MAJOR);
    if (ask == Ask.BOX) {
      box = box == null ? box(engine.open(ROOT, options)) : box;
      request = request.subarray(box);
    }
    try (DigestOutputStream out =
        new DigestOutputStream(OutputStream.nullOutputStream(), sha256())) {
      cells(engine.open(ROOT, options), out, request, MORE_ROWS);
      return HexFormat.of().formatHex(out.getMessageDigest().digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The middle of the non-empty domain; nothing where there is none. */
  private static Subarray box(Array array) {
    return array
        .nonEmptyDomain()
        .map(
            domain ->
                Subarray.of(
                    array.schema().dimensions(),
                    new NDRange(domain.ranges().stream().map(HostileArray::middle).toList())))
        .orElse(Subarray.ALL);
  }

  /** The middle third of a range of numbers. */
  private static Range middle(Range range) {
    if (range instanceof Range.Longs whole) {
      long third = (whole.high() - whole.low()) / 3;
      return Range.of(whole.low() + third, whole.high() - third);
    }
    if (range instanceof Range.Doubles real) {
      double third = (real.high() - real.low()) / 3;
      return Range.of(real.low() + third, real.high() - third);
    }
    return range;
  }

  /** The field of a file, outside of generic tiles, that a bit is in; else the tile. */
  String field(String path, int bit) {
    return fields.computeIfAbsent(path, this::numbers).stream()
        .filter(field -> field.tile() < 0)
        .filter(field -> field.offset() <= bit >> 3 && bit >> 3 < field.offset() + field.width())
        .map(NumberField::name)
        .findFirst()
        .orElse("no number");
  }

  /** What came of it when an exception did: the engine's own say what is wrong with which file. */
  private Outcome refusal(String path, Throwable e) {
    if (e instanceof CorruptDataException corrupt) {
      return corrupt.location().isPresent() && !corrupt.structure().isEmpty()
          ? Outcome.refused(e.getMessage())
          : Outcome.mistake("names no file or no structure: " + e + trace(e.getStackTrace()));
    }
    if (e instanceof UnsupportedFormatException unsupported) {
      return unsupported.location().isPresent()
          ? Outcome.refused(e.getMessage())
          : Outcome.mistake("names no file: " + e + trace(e.getStackTrace()));
    }
    if (e instanceof InvalidRequestException && !mayBeOfAnotherKey(path)) {
      return Outcome.mistake("is called a bad request: " + e + trace(e.getStackTrace()));
    }
    return e instanceof AzulejoException
        ? Outcome.refused(e.getMessage())
        : Outcome.mistake(e + trace(e.getStackTrace()));
  }

  /** Whether a file is the first that a key is tried on: damage looks like another key there. */
  private boolean mayBeOfAnotherKey(String path) {
    return expectation.key().isPresent()
        && (path.contains("__schema/") || path.endsWith("__array_schema.tdb"));
  }

  /**
   * What a deep verification finds with other bytes in place of a file, and not with whole files.
   *
   * @throws InvalidRequestException if the array's schema seems to be encrypted with another key
   */
  List<Problem> verifyWith(String path, byte[] damaged) {
    if (known == null) {
      known = Set.copyOf(problems());
    }
    byte[] before = files.files().put(path, damaged);
    try {
      return problems().stream().filter(problem -> !known.contains(problem)).toList();
    } finally {
      files.files().put(path, before);
    }
  }

  private List<Problem> problems() {
    return engine.maintenance(ROOT).verify(VerifyRequest.DEFAULT.deep()).problems();
  }

  /** A copy of all files, in an array of that store. */
  void copyTo(Storage store, Location array) {
    files
        .files()
        .forEach((path, bytes) -> store.createExclusive(array.resolve(below(path)), bytes.clone()));
  }

  /** Dumps a file with other bytes. */
  Outcome tryDump(String path, byte[] damaged, int turn) {
    byte[] before = files.files().put(path, damaged);
    try {
      return new Outcome(numbers(path).isEmpty() ? Kind.REFUSED : Kind.OTHER, "", 0, false);
    } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
      return Outcome.mistake(e + trace(e.getStackTrace()));
    } finally {
      files.files().put(path, before);
    }
  }

  /**
   * Whether digests protect all values of a file: encryption those of every data file, checksum
   * filters those of an attribute.
   */
  private boolean isChecked(String path) {
    Matcher file = ATTRIBUTE_FILE.matcher(path);
    if (!file.find()) {
      return false;
    }
    if (expectation.key().isPresent()) {
      return true;
    }
    JsonNode schema = expectation.content().get("schema");
    JsonNode attribute = schema.get("attributes").path(Integer.parseInt(file.group(1)));
    boolean var = attribute.path("cell_val_num").asText().equals("var");
    JsonNode filters =
        var && file.group(2) == null ? schema.get("offsets_filters") : attribute.get("filters");
    return filters != null && filters.toString().contains("CHECKSUM");
  }

  /** The first frames of a stack. */
  static String trace(StackTraceElement[] frames) {
    return Stream.of(frames)
        .limit(8)
        .map(frame -> "\n    at " + frame)
        .collect(Collectors.joining());
  }

  private Content content(Way way, long maxRows) {
    try (DigestOutputStream out =
        new DigestOutputStream(OutputStream.nullOutputStream(), sha256())) {
      long rows = expectation.group() ? group(out) : array(out, way, maxRows);
      return new Content(HexFormat.of().formatHex(out.getMessageDigest().digest()), rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long group(OutputStream out) throws IOException {
    Group group = engine.group(ROOT).open(options);
    out.write(group.members().toString().getBytes(StandardCharsets.UTF_8));
    out.write(CorpusCheck.metadata(group.metadata()).toString().getBytes(StandardCharsets.UTF_8));
    return group.members().size();
  }

  private long array(OutputStream out, Way way, long maxRows) throws IOException {
    Array array = engine.open(ROOT, options);
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      SchemaJsonWriter schemas =
          new SchemaJsonWriter(json, array::enumeration, label -> Optional.empty());
      schemas.write(array.schema(), array.formatVersion());
      schemas.writeBox(array.schema(), array.nonEmptyDomain());
    }
    for (FragmentInfo fragment : array.fragments()) {
      String shown =
          "%s %s %d %d"
              .formatted(
                  fragment.name(), fragment.times(), fragment.formatVersion(), fragment.cells());
      out.write(shown.getBytes(StandardCharsets.UTF_8));
    }
    out.write(CorpusCheck.metadata(array.metadata()).toString().getBytes(StandardCharsets.UTF_8));
    ReadRequest request = ReadRequest.ALL.layout(way.layout());
    if (way.tested()) {
      request = AnyCondition.of(array.schema()).map(request::where).orElse(request);
    }
    return cells(array, out, request, maxRows);
  }

  private static long cells(Array array, OutputStream out, ReadRequest request, long maxRows)
      throws IOException {
    List<String> fields = new ArrayList<>();
    array.schema().dimensions().stream().map(Dimension::name).forEach(fields::add);
    array.schema().attributes().stream().map(Attribute::name).forEach(fields::add);
    TsvRowWriter text = TsvRowWriter.begin(out, fields);
    request = request.select(fields);
    try (BatchReader reader = array.read(request).batches()) {
      for (Batch batch = reader.next();
          batch != null && text.rows() <= maxRows;
          batch = reader.next()) {
        text.write(batch, batch.rows());
      }
    }
    text.finish();
    return text.rows();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
