package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.GroupChange;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be mended is mended, and nothing is lost by it, whenever it ends. */
class RepairTest {
  private static final Location ARRAY = SweptArray.ARRAY;
  static final RepairRequest NOW = RepairRequest.DEFAULT.olderThan(Duration.ZERO);
  static final String ORPHAN = "__fragments/__7_7_0123456789abcdef0123456789abcdef_23/a0.tdb";
  static final ArraySchema SCHEMA =
      TestSchemas.of(
          "sparse(x INT32 1..100/10) a INT32, s STRING_UTF8 var nullable; capacity "
              + "4, duplicates");

  private final Storage storage = Storage.inMemory();

  @AutoClose private final Azulejo azulejo = engine(storage);

  @BeforeEach
  void create() throws Exception {
    SweptArray.create(SCHEMA).with(azulejo);
    writing(20, 1).with(azulejo);
    writing(30, 20).with(azulejo);
  }

  static Scenario.Act writing(long time, int from) {
    return engine -> {
      TestArrays.append(engine.array(ARRAY), time, SweptArray.sparse(6, from, (int) time * 100));
    };
  }

  private static Scenario.Act consolidating(MaintenanceMode mode) {
    return engine -> engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
  }

  private RepairReport repair(RepairRequest request) {
    return azulejo.maintenance(ARRAY).repair(request);
  }

  private VerifyReport verify() {
    return azulejo.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep());
  }

  static Location file(Storage store, String... parts) {
    List<Location> found =
        StoredFiles.below(store, ARRAY).stream()
            .filter(file -> Arrays.stream(parts).allMatch(part -> file.path().contains(part)))
            .toList();
    assertThat(found).as(List.of(parts).toString()).hasSize(1);
    return found.get(0);
  }

  private static byte[] bytes(Storage store, Location file) {
    try (InputFile in = store.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  static void damage(Storage store, Location file) {
    byte[] bytes = bytes(store, file);
    store.delete(file);
    store.createExclusive(file, Arrays.copyOf(bytes, bytes.length - 5));
  }

  private void add(String path, String content) {
    storage.createExclusive(ARRAY.resolve(path), content.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void doesNothingToAnIntactArray() {
    Set<String> before = StoredFiles.paths(storage);
    RepairReport report = repair(NOW);
    assertThat(report.actions()).isEmpty();
    assertThat(report.remaining()).isEmpty();
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
  }

  @Test
  void aDryRunListsWhatApplyingDoes() {
    Set<String> before = StoredFiles.paths(storage);
    add(ORPHAN, "half");
    add("__commits/.0123.tmp", "x");
    Object read = SweptArray.read(azulejo);

    RepairReport dry = repair(NOW.dryRun());
    assertThat(dry.actions())
        .extracting(RepairReport.Action::kind, RepairReport.Action::done)
        .containsOnly(tuple(RepairReport.Kind.REMOVE, false));
    assertThat(StoredFiles.paths(storage)).hasSize(before.size() + 2);
    RepairReport done = repair(NOW);
    assertThat(done.actions()).hasSameSizeAs(dry.actions());
    assertThat(done.actions()).extracting(RepairReport.Action::done).containsOnly(true);
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
    assertThat(verify().problems()).isEmpty();
    assertThat(SweptArray.read(azulejo)).isEqualTo(read);
  }

  @Test
  void keepsFilesThatMayBeInUse() {
    add(ORPHAN, "half");
    RepairReport report = repair(RepairRequest.DEFAULT);
    assertThat(report.actions()).isEmpty();
    assertThat(verify().files().orphans()).isEqualTo(1);
  }

  @Test
  void brokenConsolidatedFootersAreRebuilt() throws Exception {
    Object read = SweptArray.read(azulejo);
    consolidating(MaintenanceMode.FRAGMENT_METADATA).with(azulejo);
    Location gathered = file(storage, ".meta");
    damage(storage, gathered);
    assertThat(verify().isSound()).isFalse();
    assertThatThrownBy(() -> azulejo.open(ARRAY)).isNotNull();

    RepairReport report = repair(NOW);
    assertThat(report.actions())
        .extracting(RepairReport.Action::kind, RepairReport.Action::location)
        .containsExactly(tuple(RepairReport.Kind.REBUILD, gathered));
    assertThat(report.remaining()).isEmpty();
    assertThat(verify().problems()).isEmpty();
    assertThat(file(storage, ".meta")).isNotEqualTo(gathered);
    assertThat(SweptArray.read(azulejo)).isEqualTo(read);
  }

  @Test
  void brokenFragmentsAreQuarantinedAndCanBeRestored() throws Exception {
    Location broken = file(storage, "__20_20_", "__fragment_metadata.tdb");
    String name = broken.parent().name();
    byte[] whole = bytes(storage, broken);
    Object read = SweptArray.read(azulejo);
    damage(storage, broken);
    assertThatThrownBy(() -> azulejo.open(ARRAY)).isNotNull();

    assertThat(repair(NOW).remaining()).hasSize(1);
    RepairReport report = repair(NOW.brokenQuarantined());
    assertThat(report.remaining()).isEmpty();
    assertThat(report.actions()).hasSize(1);
    String note = report.actions().get(0).note();
    String place = note.substring("to ".length(), note.indexOf(';'));
    assertThat(place).startsWith("mem://arrays/array.quarantine/");
    assertThat(note)
        .isEqualTo(
            "to %s; to restore it, move the folder %s/%s to".formatted(place, place, name)
                + " mem://arrays/array/__fragments/%s, then".formatted(name)
                + " create the empty file mem://arrays/array/__commits/%s.wrt".formatted(name));
    assertThat(azulejo.open(ARRAY).fragments()).hasSize(1);
    assertThat(verify().problems()).isEmpty();
    SweptArray.collect(azulejo);

    Location folder = Location.of(place + "/" + name);
    for (Storage.Entry entry : storage.list(folder)) {
      boolean metadata = entry.name().equals(broken.name());
      storage.createExclusive(
          broken.parent().resolve(entry.name()),
          metadata ? whole : bytes(storage, folder.resolve(entry.name())));
    }
    add("__commits/" + name + ".wrt", "");
    assertThat(SweptArray.read(azulejo)).isEqualTo(read);
  }

  @Test
  void quarantineRestoresTheReplacedFragments() throws Exception {
    Object read = SweptArray.read(azulejo);
    consolidating(MaintenanceMode.FRAGMENTS).with(azulejo);
    assertThat(azulejo.open(ARRAY).fragments()).hasSize(1);
    damage(storage, file(storage, "__20_30_", "a0.tdb"));

    RepairReport report = repair(NOW.brokenQuarantined());
    assertThat(report.remaining()).isEmpty();
    assertThat(azulejo.open(ARRAY).fragments()).hasSize(2);
    assertThat(SweptArray.read(azulejo)).isEqualTo(read);
    assertThat(verify().problems()).isEmpty();
  }

  @Test
  void interruptedMergesAreFinished() throws Exception {
    consolidating(MaintenanceMode.FRAGMENTS).with(azulejo);
    Object read = SweptArray.read(azulejo);
    Location pending = file(storage, ".vac.tmp");
    Location vacuum = pending.parent().resolve(pending.name().replace(".tmp", ""));
    byte[] lines = bytes(storage, vacuum);
    storage.delete(vacuum);
    assertThat(SweptArray.read(azulejo)).isEqualTo(read);
    assertThat(verify().problems()).hasSize(1);

    RepairReport report = repair(NOW);
    assertThat(report.actions())
        .extracting(RepairReport.Action::kind)
        .containsExactly(RepairReport.Kind.FINISH);
    assertThat(bytes(storage, vacuum)).isEqualTo(lines);
    assertThat(verify().problems()).isEmpty();
    assertThat(SweptArray.read(azulejo)).isEqualTo(read);
  }

  @Test
  void membersWithAnotherKeyAreLeftAloneAndOthersRepaired() throws Exception {
    consolidating(MaintenanceMode.FRAGMENT_METADATA).with(azulejo);
    Location gathered = file(storage, ".meta");
    damage(storage, gathered);
    Location group = ARRAY.parent();
    Location secret = group.resolve("secret");
    azulejo.group(group).create();
    azulejo.withKey(secret, EncryptionKey.of(new byte[32])).create(secret, SCHEMA);
    azulejo
        .group(group)
        .change(
            GroupChange.builder().addRelative("secret", "s").addRelative("array", "a").build(),
            ChangeOptions.DEFAULT);
    Set<String> encrypted =
        StoredFiles.below(storage, secret).stream().map(Location::path).collect(Collectors.toSet());

    RepairReport report = azulejo.maintenance(group).repair(NOW);

    assertThat(report.actions())
        .extracting(RepairReport.Action::kind, RepairReport.Action::location)
        .containsExactly(tuple(RepairReport.Kind.REBUILD, gathered));
    assertThat(report.remaining())
        .extracting(Problem::kind, Problem::location)
        .containsExactly(tuple(Problem.Kind.NOT_CHECKED, secret));
    assertThat(verify().problems()).isEmpty();
    assertThat(StoredFiles.below(storage, secret))
        .extracting(Location::path)
        .containsExactlyInAnyOrderElementsOf(encrypted);
    assertThatThrownBy(() -> azulejo.maintenance(secret).repair(NOW))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void quarantineRequiresAFragmentName() {
    assertThatThrownBy(() -> repair(NOW.quarantined(List.of("__1_2_3"))))
        .isInstanceOf(InvalidRequestException.class);
    refuses(
        InvalidRequestException.class, () -> repair(NOW.dryRun().quarantined(List.of("nothing"))));
  }
}
