package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.object.Garbage;
import io.azulejo.internal.snapshot.object.GarbageFile;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcReport.Kind;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What killed writers leave, and nothing else, is removed when it is old enough. */
class GarbageTest {
  private static final Location PLACE = SweptArray.ARRAY;
  private static final GcRequest ALL = GcRequest.DEFAULT.olderThan(Duration.ZERO);
  private static final String FRAGMENT = "__fragments/__7_7_0123456789abcdef0123456789abcdef_23";
  private static final ArraySchema SCHEMA =
      ArraySchema.dense()
          .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 8), 4))
          .attribute(Attribute.of("a", Datatype.INT32))
          .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build())
          .attribute(Attribute.builder("color", Datatype.UINT8).enumeration("colors").build())
          .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
          .label(DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64))
          .build();

  private final Storage storage = Storage.inMemory();

  @TempDir Path folder;

  private Azulejo engine() {
    return Azulejo.builder().storage("mem", storage).build();
  }

  private void file(String path) {
    storage.createExclusive(PLACE.resolve(path), new byte[3]);
  }

  private void garbage() {
    file(FRAGMENT + "/a0.tdb");
    file(FRAGMENT + "/run_0.tmp");
    file(".0123.tmp");
    file("__commits/.4567.tmp");
    file("__schema/__enumerations/__0123456789abcdef0123456789abcdef_0");
    file("__labels/l7/__schema/__1_1_0123456789abcdef0123456789abcdef");
    file("__labels/l0/.89ab.tmp");
  }

  @Test
  void findsAllKindsOfGarbage() {
    try (Azulejo azulejo = engine()) {
      azulejo.create(PLACE, SCHEMA);
      Set<String> before = StoredFiles.paths(storage);
      garbage();

      List<GcReport.Entry> dry = azulejo.maintenance(PLACE).gc(ALL.dryRun()).entries();
      assertThat(dry)
          .extracting(GcReport.Entry::kind)
          .containsExactlyInAnyOrder(
              Kind.FRAGMENT,
              Kind.TEMPORARY_FILE,
              Kind.TEMPORARY_FILE,
              Kind.TEMPORARY_FILE,
              Kind.ENUMERATION,
              Kind.LABEL_ARRAY);
      assertThat(dry).extracting(GcReport.Entry::removed).containsOnly(false);
      assertThat(dry.get(0).location()).isEqualTo(PLACE.resolve(FRAGMENT));
      assertThat(dry.get(0).bytes()).isEqualTo(6);
      assertThat(StoredFiles.paths(storage)).hasSize(before.size() + 7);

      assertThat(azulejo.maintenance(PLACE).gc(ALL).entries())
          .hasSize(6)
          .allMatch(entry -> entry.removed() == (entry.kind() != Kind.ENUMERATION));
      assertThat(azulejo.maintenance(PLACE).gc(ALL.allCompleteFragments()).entries())
          .as("the enumeration, which a lost schema may have named")
          .extracting(GcReport.Entry::removed)
          .containsExactly(true);
      assertThat(StoredFiles.paths(storage)).isEqualTo(before);
      assertThat(azulejo.maintenance(PLACE).gc(ALL).entries()).isEmpty();
    }
  }

  /** An array of a label that the schema does not name, with metadata alone. */
  private void lostLabel(Azulejo azulejo, Location label) {
    azulejo.create(label, RepairTest.SCHEMA);
    azulejo
        .array(label)
        .metadata()
        .change(MetadataChange.builder().put("k", MetadataValue.ofString("v")).build());
  }

  @Test
  void removesTheLostArrayOfALabelOnRequest() {
    try (Azulejo azulejo = engine()) {
      azulejo.create(PLACE, SCHEMA);
      Set<String> before = StoredFiles.paths(storage);
      Location label = PLACE.resolve("__labels/l7");
      for (GcRequest request :
          List.of(ALL.allCompleteFragments(), ALL.completeFragments(Set.of("l7")))) {
        lostLabel(azulejo, label);
        assertThat(azulejo.maintenance(PLACE).gc(ALL).entries())
            .extracting(GcReport.Entry::location, GcReport.Entry::kind, GcReport.Entry::removed)
            .containsExactly(tuple(label, Kind.LOST_ARRAY, false));
        assertThat(azulejo.maintenance(PLACE).gc(request).entries())
            .extracting(GcReport.Entry::location, GcReport.Entry::removed)
            .containsExactly(tuple(label, true));
        assertThat(StoredFiles.paths(storage)).isEqualTo(before);
      }
    }
  }

  @Test
  void keepsTheArrayOfALabelThatASchemaNamesByNow() {
    try (Azulejo azulejo = engine();
        Tasks tasks = new Tasks(0, 0)) {
      azulejo.create(PLACE, SCHEMA);
      Location label = PLACE.resolve("__labels/l0");
      azulejo
          .array(label)
          .metadata()
          .change(MetadataChange.builder().put("k", MetadataValue.ofString("v")).build());
      Location schema = RepairTest.file(storage, "/array/__schema/__1");
      byte[] content = StoredFiles.content(storage, schema);
      storage.delete(schema);
      Location other = PLACE.parent().resolve("other");
      azulejo.create(other, RepairTest.SCHEMA);
      Location without =
          StoredFiles.below(storage, other.resolve("__schema")).stream().findFirst().orElseThrow();
      Location instead = schema.parent().resolve(without.name());
      storage.createExclusive(instead, StoredFiles.content(storage, without));
      List<GarbageFile> found = Garbage.find(storage, PLACE, Optional.empty(), tasks).files();
      assertThat(found).extracting(GarbageFile::location).contains(label);

      storage.createExclusive(schema, content);

      assertThat(Garbage.delete(storage, found, Optional.empty(), tasks)).isEmpty();
      assertThat(azulejo.open(label).metadata()).hasSize(1);
    }
  }

  @Test
  void removesNothingThatIsTooYoung() throws IOException {
    try (Azulejo azulejo = Azulejo.create()) {
      Location place = Location.of(folder.resolve("array"));
      azulejo.create(place, SCHEMA);
      Storage local = Storage.local();
      for (String name : List.of("/a0.tdb", "/a1.tdb")) {
        local.createExclusive(place.resolve(FRAGMENT + name), new byte[5]);
      }
      Path old = place.resolve(FRAGMENT + "/a0.tdb").toPath();
      Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(3))));

      List<GcReport.Entry> young = azulejo.maintenance(place).gc().entries();
      assertThat(young).extracting(GcReport.Entry::removed).containsExactly(false);
      assertThat(young.get(0).age().orElseThrow()).isLessThan(Duration.ofHours(1));
      assertThat(Files.exists(old)).isTrue();

      Files.setLastModifiedTime(
          place.resolve(FRAGMENT + "/a1.tdb").toPath(),
          FileTime.from(Instant.now().minus(Duration.ofHours(30))));
      List<GcReport.Entry> aged = azulejo.maintenance(place).gc().entries();
      assertThat(aged).extracting(GcReport.Entry::removed).containsExactly(true);
      assertThat(aged.get(0).age().orElseThrow())
          .isBetween(Duration.ofHours(29), Duration.ofHours(31));
      assertThat(Files.exists(old.getParent())).isFalse();
    }
  }

  @Test
  void theOnlyGarbageInTheCorpusIsUncommitted() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    int looked = 0;
    int uncommitted = 0;
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.openingFails() || expectation.name().contains("broken")) {
        continue;
      }
      try (Azulejo azulejo = Azulejo.create()) {
        Location place = Location.of(expectation.location());
        Azulejo keyed = expectation.keyed(azulejo, place);
        List<GcReport.Entry> garbage = keyed.maintenance(place).gc(ALL.dryRun()).entries();
        boolean hasSome = expectation.name().contains("uncommitted");
        assertThat(garbage)
            .as(expectation.name())
            .extracting(GcReport.Entry::kind)
            .isSubsetOf(hasSome ? Set.of(Kind.values()) : Set.of(Kind.COMMITS_FILE));
        uncommitted += hasSome ? garbage.size() : 0;
        looked++;
      }
    }
    assertThat(looked).isGreaterThan(50);
    assertThat(uncommitted).as("garbage that is found").isPositive();
  }

  @Test
  void searchesGroupsAndFolders() {
    try (Azulejo azulejo = engine()) {
      azulejo.group(PLACE.parent()).create();
      azulejo.create(PLACE, SCHEMA);
      storage.createExclusive(PLACE.parent().resolve(".0123.tmp"), new byte[1]);
      file(FRAGMENT + "/a0.tdb");

      assertThat(azulejo.maintenance(PLACE.parent()).gc(ALL).entries()).hasSize(2);
      refuses(
          NotFoundException.class, () -> azulejo.maintenance(Location.of("mem://nothing")).gc(ALL));
    }
  }

  @Test
  void linksThatLeadBackAreNotFollowed() throws IOException {
    try (Azulejo azulejo = Azulejo.create()) {
      Location place = Location.of(folder.resolve("a/array"));
      azulejo.create(place, SCHEMA);
      Files.createSymbolicLink(folder.resolve("a/loop"), folder);
      Files.createSymbolicLink(folder.resolve("broken"), folder.resolve("nothing"));
      Storage.local().createExclusive(place.resolve(".0123456789abcdef.tmp"), new byte[1]);

      GcReport report = azulejo.maintenance(Location.of(folder)).gc(ALL);

      assertThat(report.entries()).extracting(GcReport.Entry::removed).containsExactly(true);
      assertThat(report.refused()).isEmpty();
    }
  }

  /** A vacuum that was interrupted leaves a commit whose fragment is gone, and what hides it. */
  @Test
  void ignoreFilesAreNotGarbageWhileTheirCommitsExist() {
    String gone = "__3_3_0123456789abcdef0123456789abcdef_23";
    try (Azulejo azulejo = engine()) {
      azulejo.create(PLACE, SCHEMA);
      storage.createExclusive(
          PLACE.resolve("__commits/__3_3_123456789abcdef0123456789abcdef0_23.con"),
          ("__commits/" + gone + ".wrt\n").getBytes(StandardCharsets.UTF_8));
      storage.createExclusive(
          PLACE.resolve("__commits/__3_3_23456789abcdef0123456789abcdef01_23.vac"),
          ("/__fragments/" + gone + "\n").getBytes(StandardCharsets.UTF_8));
      assertThat(azulejo.open(PLACE).fragments()).isEmpty();

      assertThat(azulejo.maintenance(PLACE).gc(ALL).entries()).isEmpty();
      assertThat(azulejo.open(PLACE).fragments()).isEmpty();
    }
  }

  @Test
  void deletionsAreNoGarbage() {
    try (Azulejo azulejo = engine()) {
      azulejo.create(PLACE, TestSchemas.of("sparse(x INT32 1..8/4) a INT32"));
      azulejo
          .array(PLACE)
          .delete(DeleteRequest.where(Condition.parse("a = 1")), ChangeOptions.DEFAULT.at(5));

      assertThat(azulejo.maintenance(PLACE).gc(ALL).entries()).isEmpty();
    }
  }
}
