package io.azulejo.tests;

import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestLayer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gathered footers are a second copy of those of the fragments; repair never gives it up. */
class GatheredFootersTest {
  private static final Location ARRAY = SweptArray.ARRAY;

  private final Storage whole = Storage.inMemory();
  private Object read;
  private Location metadata;
  private byte[] content;
  private Location gathered;

  @BeforeEach
  void gather() throws Exception {
    try (Azulejo azulejo = engine(whole)) {
      SweptArray.create(RepairTest.SCHEMA).with(azulejo);
      RepairTest.writing(20, 1).with(azulejo);
      RepairTest.writing(30, 20).with(azulejo);
      azulejo
          .maintenance(ARRAY)
          .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
      read = SweptArray.read(azulejo);
    }
    metadata = RepairTest.file(whole, "__20_20_", "__fragment_metadata.tdb");
    content = StoredFiles.content(whole, metadata);
    gathered = RepairTest.file(whole, ".meta");
  }

  private static void replace(Storage storage, Location file, byte[] bytes) {
    storage.delete(file);
    storage.createExclusive(file, bytes);
  }

  /** What is read, or how it fails. */
  private static Object readOrFailure(Azulejo azulejo) {
    try {
      return SweptArray.read(azulejo);
    } catch (CorruptDataException e) {
      return e.getClass();
    }
  }

  @Test
  void theFooterOfATruncatedFileIsRestored() {
    Storage storage = StoredFiles.copy(whole);
    replace(storage, metadata, Arrays.copyOf(content, content.length - 5));
    try (Azulejo azulejo = engine(storage)) {
      RepairReport report = azulejo.maintenance(ARRAY).repair(RepairTest.NOW);

      assertThat(report.actions())
          .extracting(RepairReport.Action::kind, RepairReport.Action::location)
          .containsExactly(tuple(RepairReport.Kind.CORRECT, metadata));
      assertThat(report.remaining()).isEmpty();
      assertThat(StoredFiles.content(storage, metadata)).isEqualTo(content);
      Location kept = Location.of(report.actions().get(0).note().replaceAll(".* ", ""));
      assertThat(StoredFiles.content(storage, kept)).hasSize(content.length - 5);
      assertThat(azulejo.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep()).problems())
          .isEmpty();
      assertThat(SweptArray.read(azulejo)).isEqualTo(read);
    }
  }

  @Test
  void aRestorationThatFailsNamesItsCopiesAndIsFinishedByTheNext() {
    Storage storage = StoredFiles.copy(whole);
    replace(storage, metadata, Arrays.copyOf(content, content.length - 5));
    Storage full =
        new ForwardingStorage(storage) {
          @Override
          public void createExclusive(Location file, byte[] bytes) {
            if (file.equals(metadata)) {
              throw new StorageException("the disk is full", file.toString(), null, false);
            }
            super.createExclusive(file, bytes);
          }
        };
    try (Azulejo azulejo = engine(full)) {
      assertThatThrownBy(() -> azulejo.maintenance(ARRAY).repair(RepairTest.NOW))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining(metadata.toString())
          .hasMessageMatching(
              ".*is kept as \\S+/__fragment_metadata.tdb, the restored file as \\S+.restored;.*");
    }
    try (Azulejo azulejo = engine(storage)) {
      RepairReport report = azulejo.maintenance(ARRAY).repair(RepairTest.NOW);
      assertThat(report.actions())
          .extracting(RepairReport.Action::kind, RepairReport.Action::location)
          .containsExactly(tuple(RepairReport.Kind.CORRECT, metadata));
      assertThat(report.remaining()).isEmpty();
      assertThat(StoredFiles.content(storage, metadata)).isEqualTo(content);
    }
  }

  @Test
  void anUnreadableMetadataFileHidesNoOtherProblem() {
    Storage storage = StoredFiles.copy(whole);
    Location data = RepairTest.file(storage, "__30_30_", "a0.tdb");
    replace(storage, data, new byte[1]);
    Storage failing =
        new ForwardingStorage(storage) {
          @Override
          public InputFile open(Location file) {
            if (file.equals(metadata)) {
              throw new StorageException("the disk fails", file.toString(), null, false);
            }
            return super.open(file);
          }
        };
    try (Azulejo azulejo = engine(failing)) {
      assertThat(azulejo.maintenance(ARRAY).verify().problems())
          .filteredOn(problem -> problem.severity() == Problem.Severity.ERROR)
          .extracting(Problem::location)
          .contains(metadata, data);
    }
  }

  @Test
  void noDamageOfAFragmentsMetadataIsMadeFinalOrTakesWhatCouldBeRead() {
    byte[] kept = StoredFiles.content(whole, gathered);
    int step = TestLayer.cases(1, 47);
    for (int at = 0; at < content.length; at += step) {
      byte[] flipped = content.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      for (byte[] damaged : List.of(flipped, Arrays.copyOf(content, at))) {
        Storage storage = StoredFiles.copy(whole);
        replace(storage, metadata, damaged);
        try (Azulejo azulejo = engine(storage)) {
          Object before = readOrFailure(azulejo);
          azulejo.maintenance(ARRAY).repair(RepairTest.NOW);
          Object after = readOrFailure(azulejo);
          if (before.equals(read)) {
            assertThat(after).as("byte " + at).isEqualTo(read);
          }
          assertThat(StoredFiles.content(storage, gathered)).as("byte " + at).isEqualTo(kept);
          replace(storage, metadata, content);
          assertThat(SweptArray.read(azulejo)).as("byte " + at).isEqualTo(read);
        }
      }
    }
  }

  @Test
  void noDamageOfGatheredFootersIsMadeFinal() {
    byte[] right = StoredFiles.content(whole, gathered);
    int step = TestLayer.cases(1, 47);
    for (int at = 0; at < right.length; at += step) {
      byte[] flipped = right.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Storage storage = StoredFiles.copy(whole);
      replace(storage, gathered, flipped);
      try (Azulejo azulejo = engine(storage)) {
        azulejo.maintenance(ARRAY).repair(RepairTest.NOW);
        assertThat(StoredFiles.content(storage, metadata)).isEqualTo(content);
        replace(storage, gathered, right);
        assertThat(SweptArray.read(azulejo)).as("byte " + at).isEqualTo(read);
      }
    }
  }

  @Test
  void gatheredFootersStayWhereTheSchemaIsLost() {
    Storage storage = StoredFiles.copy(whole);
    Location schema =
        StoredFiles.below(storage, ARRAY.resolve("__schema")).stream().findFirst().orElseThrow();
    byte[] right = StoredFiles.content(storage, schema);
    storage.delete(schema);
    try (Azulejo azulejo = engine(storage)) {
      try {
        azulejo.maintenance(ARRAY).repair(RepairTest.NOW);
      } catch (AzulejoException e) {
        assertThat(e.location()).isPresent();
      }
      assertThat(storage.find(gathered)).isPresent();
      storage.createExclusive(schema, right);
      assertThat(SweptArray.read(azulejo)).isEqualTo(read);
    }
  }
}
