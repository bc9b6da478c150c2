package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.GroupChange;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.snapshot.ArrayCreation;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.StoredFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maintenance never makes the loss of a file final: with the file put back, all is as before. */
class MaintenanceAfterFileLossTest {
  private static final Location ROOT = Location.of("mem://arrays");
  private static final Location ARRAY = ROOT.resolve("array");
  private static final GcRequest ALL = GcRequest.DEFAULT.olderThan(Duration.ZERO);
  private static final RepairRequest NOW = RepairRequest.DEFAULT.olderThan(Duration.ZERO);
  private static final String METADATA = "__fragment_metadata.tdb";

  private final Storage storage = Storage.inMemory();

  private Azulejo engine() {
    return Azulejo.builder().storage("mem", storage).build();
  }

  private void copy(String name) {
    Path from = CorpusFolder.bundledSelection().path().resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        storage.createExclusive(
            ARRAY.resolve(from.relativize(file).toString()), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> files() {
    Map<String, String> files = new HashMap<>();
    for (Location file : StoredFiles.below(storage, ROOT)) {
      files.put(file.path(), Arrays.toString(StoredFiles.content(storage, file)));
    }
    return files;
  }

  private List<Location> below(String part) {
    return StoredFiles.below(storage, ARRAY).stream()
        .filter(file -> file.path().contains(part))
        .toList();
  }

  private byte[] lose(Location file) {
    byte[] content = StoredFiles.content(storage, file);
    storage.delete(file);
    return content;
  }

  private void maintain(RepairRequest... repairs) {
    try (Azulejo azulejo = engine()) {
      azulejo.maintenance(ROOT).gc(ALL);
      for (RepairRequest request : repairs) {
        try {
          azulejo.maintenance(ARRAY).repair(request);
        } catch (AzulejoException e) {
          assertThat(e).isNotInstanceOf(StorageException.class);
        }
      }
    }
  }

  private void assertKept(Location lost) {
    Map<String, String> before = files();
    byte[] content = lose(lost);
    maintain(NOW, NOW.allRecovered(), NOW.brokenQuarantined().deep());
    storage.createExclusive(lost, content);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void metadataOfAGroupOutliveTheFileThatMarksIt() {
    try (Azulejo azulejo = engine()) {
      azulejo.group(ARRAY).create();
      azulejo
          .array(ARRAY)
          .metadata()
          .change(MetadataChange.builder().put("k", MetadataValue.ofString("v")).build());
    }
    assertKept(ARRAY.resolve("__tiledb_group.tdb"));
  }

  @Test
  void membersOfAGroupOutliveTheFileThatMarksIt() {
    try (Azulejo azulejo = engine()) {
      azulejo.group(ARRAY).create();
      azulejo.group(ROOT.resolve("other")).create();
      azulejo
          .group(ARRAY)
          .change(
              GroupChange.builder().addAbsolute(ROOT.resolve("other"), "o").build(),
              ChangeOptions.DEFAULT);
    }
    assertKept(ARRAY.resolve("__tiledb_group.tdb"));
  }

  @Test
  void metadataOfAnArrayOutliveItsSchema() {
    try (Azulejo azulejo = engine()) {
      azulejo.create(ARRAY, RepairTest.SCHEMA);
      azulejo
          .array(ARRAY)
          .metadata()
          .change(MetadataChange.builder().put("k", MetadataValue.ofString("v")).build());
    }
    assertKept(below("__schema/").get(0));
  }

  @Test
  void labelsOutliveTheSchemaOfTheirArray() {
    copy("old-v18/dense-labels/array");
    for (Location fragment :
        storage.list(ARRAY.resolve("__fragments")).stream()
            .map(entry -> ARRAY.resolve("__fragments").resolve(entry.name()))
            .toList()) {
      storage.deleteFolder(fragment);
    }
    storage
        .list(ARRAY.resolve("__commits"))
        .forEach(entry -> storage.delete(ARRAY.resolve("__commits").resolve(entry.name())));
    Location schema =
        below("/array/__schema/").stream()
            .filter(file -> !file.path().contains("__enumerations"))
            .findFirst()
            .orElseThrow();
    assertThat(below("/array/__labels/")).isNotEmpty();
    assertKept(schema);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "old-v1/dense-types/array",
        "old-v1/sparse-basic/array",
        "old-v2/sparse-consolidated/array",
        "old-v3/sparse-basic/array",
        "old-v4/dense-types/array"
      })
  void oldFragmentsOutliveTheFileThatCommitsThem(String name) {
    copy(name);
    for (Location metadata : below(METADATA)) {
      assertKept(metadata);
    }
  }

  @Test
  void anOldFragmentWithoutItsMetadataIsAWarningAndGoesOnlyWhenAskedFor() {
    copy("old-v1/sparse-basic/array");
    Location metadata = below(METADATA).get(0);
    Location folder = metadata.parent();
    lose(metadata);
    try (Azulejo azulejo = engine()) {
      VerifyReport report = azulejo.maintenance(ARRAY).verify();
      assertThat(report.problems())
          .filteredOn(problem -> problem.severity() != Severity.NOTICE)
          .extracting("severity", "location")
          .containsExactly(tuple(Severity.WARNING, folder));
      assertThat(azulejo.maintenance(ARRAY).gc(ALL).entries())
          .extracting(GcReport.Entry::location, GcReport.Entry::kind, GcReport.Entry::removed)
          .containsExactly(tuple(folder, GcReport.Kind.LOST_FRAGMENT, false));
      azulejo.maintenance(ARRAY).gc(ALL.completeFragments(Set.of(folder.name())));
      assertThat(storage.list(folder)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__fragment_metadata.tdb.bak",
        "__fragment_metadata.td",
        "_fragment_metadata.tdb",
        "__fragment_metadate.tdb",
        "x__fragment_metadata.tdb",
        "__FRAGMENT_METADATA.TDB",
        "whatever"
      })
  void aMisnamedMetadataFileOfAnOldFragmentIsRefused(String misnamed) {
    copy("old-v1/sparse-basic/array");
    Location metadata = below(METADATA).get(0);
    Location renamed = metadata.parent().resolve(misnamed);
    storage.createExclusive(renamed, lose(metadata));
    try (Azulejo azulejo = engine()) {
      assertThatThrownBy(() -> azulejo.open(ARRAY))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining(renamed.toString());
      assertThat(azulejo.maintenance(ARRAY).verify().isSound()).isFalse();
    }
    Map<String, String> before = files();
    maintain(NOW, NOW.allRecovered());
    assertThat(files()).isEqualTo(before);
  }

  /** Up to version 4 data files have the names of attributes. */
  @ParameterizedTest
  @ValueSource(strings = {"fragment_metadata", "fragment_metadata_2", "_fragment_metadata"})
  void aKilledWriteOfAnAttributeNamedLikeTheMetadataIsPassedOver(String attribute) {
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 100), 10))
            .attribute(Attribute.builder(attribute, Datatype.STRING_ASCII).var().build())
            .build();
    FormatVersion version = FormatVersion.of(7); // the oldest that is written
    ArrayCreation.create(storage, ARRAY, schema, version, Optional.empty(), 1, List.of());
    Location fragment = ARRAY.resolve("__7_7_0123456789abcdef0123456789abcdef");
    for (String file : List.of("__coords", attribute, attribute + "_var")) {
      storage.createExclusive(fragment.resolve(file + ".tdb"), new byte[1]);
    }
    try (Azulejo azulejo = engine()) {
      assertThat(azulejo.open(ARRAY).fragments()).isEmpty();
      assertThat(azulejo.maintenance(ARRAY).verify().isSound()).isTrue();
      storage.createExclusive(fragment.resolve("fragment_metadatas.tdb"), new byte[1]);
      assertThatThrownBy(() -> azulejo.open(ARRAY)).isInstanceOf(CorruptDataException.class);
    }
  }
}
