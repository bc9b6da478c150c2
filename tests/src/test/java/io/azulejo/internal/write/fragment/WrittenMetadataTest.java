package io.azulejo.internal.write.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.fragment.FragmentSections.Subject;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tiles of the fragments of the corpus, written once more at the version of the fragment, have
 * the metadata that the reference engine gave them: boxes, counts, minima, maxima, sums, null
 * counts, bounds in global order. Where the reference is known to be wrong, they have what one
 * finds by looking at the cells one by one.
 */
class WrittenMetadataTest {
  private static final Storage FILES = Storage.local();

  /** The number of fragments that were compared, as some were not written at one time. */
  private static int compared;

  @AfterAll
  static void manyFragmentsWereCompared() {
    assertThat(compared).isGreaterThan(100);
  }

  /** An array of the corpus. */
  record Stored(String name, Location location, Optional<EncryptionKey> key) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Stored> arrays() throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    List<Stored> arrays = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      boolean broken = file.getParent().getFileName().toString().startsWith("broken-");
      if (!expectation.openingFails() && !expectation.group() && !broken) {
        arrays.add(
            new Stored(
                corpus.path().relativize(file).toString(),
                Location.of(expectation.location().toString()),
                expectation.key()));
      }
    }
    return arrays.stream();
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void fragmentsWrittenOnceMoreHaveTheSameMetadata(Stored stored) {
    try (Tasks tasks = new Tasks(0, 0);
        ScratchPool scratchPool = new ScratchPool()) {
      Snapshot snapshot =
          Snapshot.open(FILES, stored.location(), TimeRange.ALL, stored.key(), tasks);
      Resources resources =
          new Resources(
              tasks,
              scratchPool,
              new MemoryBudget(1 << 30),
              SpillFiles.in(Path.of("target")),
              Progress.NONE);
      for (Fragment fragment : snapshot.fragments()) {
        if (isOfOneWrite(fragment)) {
          new Comparison(stored, fragment).compare(resources);
          compared++;
        }
      }
    }
  }

  /** Whether one write of the fragment's own version made it, in an array of that version. */
  private static boolean isOfOneWrite(Fragment fragment) {
    FragmentFooter footer = fragment.footer();
    return fragment.version().writable()
        && fragment.schema().version().equals(fragment.version())
        && fragment.dense() == fragment.schema().schema().isDense()
        && fragment.name().t1() == fragment.name().t2()
        && !footer.timestamps()
        && !footer.deleteMetadata()
        && fragment.tiles() > 0;
  }

  /** One fragment, and the same tiles written here. */
  private static final class Comparison {
    private final Stored stored;
    private final Fragment fragment;
    private final ArraySchema schema;
    private final List<FieldStorage> fields = new ArrayList<>();
    private final StoredSource source;

    Comparison(Stored stored, Fragment fragment) {
      this.stored = stored;
      this.fragment = fragment;
      this.schema = fragment.schema().schema();
      this.source = new StoredSource(FILES, schema, fragment, fields, stored.key());
    }

    void compare(Resources resources) {
      Storage target = Storage.inMemory();
      Location copy = Location.of("mem:///copy");
      WritableArray array =
          new WritableArray(
              target,
              copy,
              stored.key(),
              fragment.footer().schemaName().orElse(ArrayPaths.SCHEMA_FILE),
              fragment.schema());
      FragmentLayout written = FragmentLayout.of(array);
      for (FieldEncoder field : written.fields()) {
        fields.add(
            FieldStorage.of(fragment.footer(), fragment.schema(), schema, field.name())
                .orElseThrow());
      }
      FragmentName name = FragmentName.create(7, 7, fragment.version());
      FragmentWriter writer = new FragmentWriter(array, written, name, resources, 0);
      TileEncoder encoder = new TileEncoder(written, resources);
      for (int tile = 0; tile < source.tiles(); ) {
        EncodedTiles encoded = encoder.encode(source, tile, source.tiles());
        writer.append(encoded);
        tile = encoded.to();
      }
      writer.complete(fragment.dense() ? fragment.nonEmptyDomain() : Optional.empty());
      Map<Subject, String> ours = said(target, copy.resolve(ArrayPaths.fragment(name)), name);
      Map<Subject, String> theirs = said(FILES, fragment.folder(), fragment.name());
      assertThat(ours.keySet()).as("what is said").isEqualTo(theirs.keySet());
      theirs.forEach((subject, text) -> check(subject, text, ours.get(subject)));
    }

    private Map<Subject, String> said(Storage storage, Location folder, FragmentName name) {
      try (InputFile in = storage.open(folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE))) {
        byte[] all = new byte[(int) in.size()];
        in.read(0, all, 0, all.length);
        Slice file = Slice.of(all);
        FragmentFooterFormat.Extent extent =
            FragmentFooterFormat.locate(all.length, file, name, Optional.of(schema));
        FragmentFooter footer =
            FragmentFooterFormat.decode(
                file.slice((int) extent.offset(), extent.length()),
                schemaName -> Optional.of(fragment.schema()));
        return FragmentSections.of(file, footer, stored.key(), fields, schema.dimensions().size());
      }
    }

    private void check(Subject subject, String theirs, String ours) {
      if (theirs.equals(ours)) {
        return;
      }
      String where =
          "%s, %s: %s, theirs %s, ours %s"
              .formatted(stored, fragment.name(), describe(subject), theirs, ours);
      if (subject.what().equals("R-tree")) {
        assertThat(fragment.version().hasExactStringBounds()).as(where).isFalse();
        return;
      }
      assertThat(subject.field()).as(where).isNotNegative();
      FieldStorage field = fields.get(subject.field());
      if (field.isLossy()) {
        return; // They are of the values before the filter, which nobody knows any more.
      }
      boolean all = subject.tile() == Subject.ALL;
      NaiveSummary naive =
          NaiveSummary.of(
              source,
              field,
              subject.field(),
              all ? 0 : subject.tile(),
              all ? source.tiles() : subject.tile() + 1);
      switch (subject.what()) {
        case "min" -> {
          assertThat(boundsDiffer(field, naive)).as(where).isTrue();
          assertThat(isRight(ours, naive.min(), field)).as(where).isTrue();
        }
        case "max" -> {
          assertThat(boundsDiffer(field, naive)).as(where).isTrue();
          assertThat(isRight(ours, naive.max(), field)).as(where).isTrue();
        }
        case "null count" -> {
          assertThat(nullCountsDiffer(field)).as(where).isTrue();
          assertThat(ours).as(where).isEqualTo("" + naive.nulls());
        }
        default -> {
          assertThat(subject.what()).as(where).isEqualTo("sum");
          assertThat(isNaN(theirs) && isNaN(ours)).as(where).isTrue();
        }
      }
    }

    private String describe(Subject subject) {
      return subject.field() < 0
          ? subject.what()
          : "%s of %s, tile %d"
              .formatted(subject.what(), fields.get(subject.field()), subject.tile());
    }

    private static boolean isRight(String ours, Optional<String> bound, FieldStorage field) {
      if (bound.isPresent()) {
        boolean zeros = field.type().isFloatingPoint() && isZero(ours) && isZero(bound.get());
        return zeros || ours.equals(bound.get());
      }
      FieldSummarizer summarizer = FieldSummarizer.ofAttribute(field.type(), field.cellValNum());
      boolean nan = ours.equals("0000c07f") || ours.equals("000000000000f87f");
      return (field.type().isFloatingPoint() && nan)
          || isZero(ours)
          || ours.equals(hex(summarizer.noMin(true)))
          || ours.equals(hex(summarizer.noMax(true)));
    }

    /** Whether these are bits of 0.0, of -0.0, or none. */
    private static boolean isZero(String hex) {
      return hex.matches("(00)*(80)?");
    }

    private static String hex(Slice bytes) {
      return HexFormat.of().formatHex(bytes.toBytes());
    }

    private static boolean isNaN(String sum) {
      return Double.isNaN(Double.longBitsToDouble(Long.parseLong(sum)));
    }

    /** Whether the reference is known to store wrong bounds. */
    private boolean boundsDiffer(FieldStorage field, NaiveSummary naive) {
      boolean text = field.type() == Datatype.CHAR || field.type() == Datatype.STRING_ASCII;
      boolean stopsAtZeroBytes = text && naive.hasZeroBytes();
      boolean countsPadding =
          fragment.dense() && !fragment.version().excludesPaddingFromStatistics();
      boolean confusesTexts = fragment.dense() && text && field.isVar();
      boolean confusesNulls =
          fragment.dense()
              && text
              && field.nullable()
              && !fragment.version().hasExactNullableStringBounds();
      return stopsAtZeroBytes
          || countsPadding
          || confusesTexts
          || confusesNulls
          || naive.hasOddReals();
    }

    /** Whether the reference is known to store wrong null counts. */
    private boolean nullCountsDiffer(FieldStorage field) {
      boolean hasBounds = FieldSummarizer.ofAttribute(field.type(), field.cellValNum()).hasBounds();
      boolean countsPadding =
          fragment.dense() && !fragment.version().excludesPaddingFromStatistics();
      return field.isVar() ? fragment.dense() || !hasBounds : !hasBounds || countsPadding;
    }
  }
}
