package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.GroupChange;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each kind of problem is made on purpose, and found, and said what it means. */
class VerifyTest {
  private static final Location ARRAY = SweptArray.ARRAY;
  private static final ArraySchema SCHEMA = SweptArray.labeled(100, 10);

  private final Storage storage = Storage.inMemory();

  @AutoClose private final Azulejo azulejo = engine(storage);

  @BeforeEach
  void create() {
    azulejo.create(ARRAY, SCHEMA, CreateOptions.DEFAULT.at(10));
    write(20, 1);
    write(30, 20);
    azulejo
        .array(ARRAY)
        .metadata()
        .change(
            MetadataChange.builder().put("k", MetadataValue.ofString("seven")).build(),
            ChangeOptions.DEFAULT.at(31));
  }

  private void write(long time, int from) {
    TestArrays.append(
        azulejo.array(ARRAY),
        time,
        SweptArray.sparse(10, from, (int) time * 100, SweptArray.firstColor(10)));
  }

  private VerifyReport verify(Location place) {
    return azulejo.maintenance(place).verify();
  }

  private List<Problem> problems() {
    return verify(ARRAY).problems();
  }

  private List<Problem> errors() {
    return problems().stream().filter(p -> p.severity() == Severity.ERROR).toList();
  }

  /** The one file whose path has these parts. */
  private Location file(String... parts) {
    List<Location> found =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> Arrays.stream(parts).allMatch(part -> file.path().contains(part)))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private byte[] bytes(Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private void replace(Location file, byte[] bytes) {
    storage.delete(file);
    storage.createExclusive(file, bytes);
  }

  private void flip(Location file, int at) {
    byte[] bytes = bytes(file);
    bytes[at < 0 ? bytes.length + at : at] ^= 1;
    replace(file, bytes);
  }

  private void add(String path, String content) {
    storage.createExclusive(ARRAY.resolve(path), content.getBytes(StandardCharsets.UTF_8));
  }

  private static Problem only(List<Problem> problems) {
    assertThat(problems).hasSize(1);
    return problems.get(0);
  }

  @Test
  void writtenArraysAreIntact() {
    VerifyReport report = verify(ARRAY);

    assertThat(report.problems()).isEmpty();
    assertThat(report.isSound()).isTrue();
    assertThat(report.objects()).isEqualTo(2);
    assertThat(report.fragments()).isEqualTo(2);
    assertThat(report.files().known()).isEqualTo(StoredFiles.paths(storage).size());
    assertThat(report.files().missing()).isZero();
  }

  @Test
  void saysWhatATruncatedFileMeans() {
    Location file = file("__20_20_", "a0.tdb");
    byte[] bytes = bytes(file);
    replace(file, Arrays.copyOf(bytes, bytes.length - 3));

    Problem problem = only(problems());
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.kind()).isEqualTo(Kind.TRUNCATED);
    assertThat(problem.location()).isEqualTo(file);
    assertThat(problem.field()).contains("a");
    assertThat(problem.what())
        .isEqualTo("the file has %d bytes; the footer says %d", bytes.length - 3, bytes.length);
    assertThat(problem.consequence()).isEqualTo("reads of \"a\" fail in this fragment");
    assertThat(problem.remedy()).isEqualTo("restore it from a copy");
  }

  @Test
  void findsMissingFilesAndThoseThatAreTooLong() {
    storage.delete(file("__20_20_", "a1_validity.tdb"));
    Location longer = file("__30_30_", "d0.tdb");
    replace(longer, Arrays.copyOf(bytes(longer), bytes(longer).length + 5));

    VerifyReport report = verify(ARRAY);
    assertThat(report.files().missing()).isEqualTo(1);
    assertThat(report.problems())
        .extracting(Problem::severity, Problem::kind, p -> p.field().orElse(""))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Severity.ERROR, Kind.MISSING, "s"),
            org.assertj.core.groups.Tuple.tuple(Severity.NOTICE, Kind.SURPLUS, "x"));
  }

  @Test
  void oneProblemHidesNoOther() {
    flip(file("/array/__schema/__10_"), 60);
    flip(file("/array/__meta/"), 60);
    flip(file("__20_20_", "__fragment_metadata.tdb"), -20);
    storage.delete(file("__30_30_", "a0.tdb"));

    assertThat(problems())
        .filteredOn(problem -> problem.severity() == Severity.ERROR)
        .extracting(problem -> problem.location().name().replaceAll("[0-9a-f]{32}", "u"))
        .contains("__10_10_u", "__31_31_u");
  }

  @Test
  void findsDamagedSchemasMetadataAndEnumerations() {
    flip(file("/__enumerations/"), 60);
    flip(file("/array/__meta/"), 60);

    List<Problem> problems = problems();
    assertThat(problems).extracting(Problem::kind).containsOnly(Kind.CORRUPT);
    assertThat(problems)
        .extracting(Problem::consequence)
        .containsExactlyInAnyOrder(
            "the metadata cannot be read; other engines cannot open it at all",
            "only the indexes of [c] can be read, not the values; conditions on them fail");
  }

  @Test
  void findsFragmentsThatAreCommittedAndNotThere() {
    storage.deleteFolder(file("__20_20_", "a0.tdb").parent());

    Problem problem = only(problems());
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.kind()).isEqualTo(Kind.MISSING);
    assertThat(problem.what()).isEqualTo("the fragment is committed, but its folder is missing");
    assertThat(problem.consequence()).isEqualTo("the array cannot be opened");
  }

  @Test
  void findsFragmentsThatNothingCommits() {
    storage.delete(file("__commits/__30_"));

    VerifyReport report = verify(ARRAY);
    Problem problem = only(report.problems());
    assertThat(problem.severity()).isEqualTo(Severity.WARNING);
    assertThat(problem.kind()).isEqualTo(Kind.ORPHAN);
    assertThat(problem.what()).startsWith("the fragment is complete but not committed: ");
    assertThat(report.files().orphans()).isEqualTo(7);
    assertThat(report.isSound()).isTrue();
  }

  @Test
  void reportsForeignFiles() {
    add("README.md", "hello");
    add(".0123.tmp", "x");
    add("__fragments/__7_7_0123456789abcdef0123456789abcdef_23/a0.tdb", "x");

    VerifyReport report = verify(ARRAY);
    assertThat(report.isSound()).isTrue();
    assertThat(report.files().unknown()).isEqualTo(1);
    assertThat(report.files().orphans()).isEqualTo(2);
  }

  @Test
  void foreignFilesAmongSchemasAreErrors() {
    add("__schema/notes", "hello");

    Problem problem = only(errors());
    assertThat(problem.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(problem.remedy()).isEqualTo("move it elsewhere, or delete it");
  }

  @Test
  void findsImpossibleNames() {
    add("__commits/__9_8_0123456789abcdef0123456789abcdef_23.wrt", "");

    Problem problem = only(errors());
    assertThat(problem.what()).isEqualTo("9 is after t2 = 8");
    assertThat(problem.consequence()).isEqualTo("the array cannot be opened");
  }

  @Test
  void conditionsOfDeletionsHaveToFitTheSchema() {
    azulejo
        .array(ARRAY)
        .delete(DeleteRequest.where(Condition.parse("a = 1")), ChangeOptions.DEFAULT.at(40));
    assertThat(problems()).isEmpty();

    Location file = file(".del");
    replace(file, Arrays.copyOf(bytes(file), 40));
    Problem problem = only(problems());
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.consequence()).isEqualTo("the array cannot be read");
  }

  @Test
  void listsThatAreBrokenOrStaleAreFound() {
    add("__commits/__3_4_0123456789abcdef0123456789abcdef_23.con", "\0\0");
    Problem broken =
        problems().stream().filter(p -> p.severity() == Severity.ERROR).findFirst().orElseThrow();
    assertThat(broken.location().name()).endsWith(".con");
    assertThat(broken.consequence()).isEqualTo("the array cannot be opened");
  }

  @Test
  void groupsAreComparedWithTheirMembers() {
    Location group = ARRAY.parent();
    azulejo.group(group).create();
    azulejo
        .group(group)
        .change(
            GroupChange.builder().addRelative("array").addRelative("gone").build(),
            ChangeOptions.DEFAULT.at(50));
    flip(file("/array/__meta/"), 60);

    VerifyReport report = verify(group);
    assertThat(report.objects()).isEqualTo(3);
    assertThat(report.problems())
        .extracting(Problem::kind)
        .containsExactly(Kind.CORRUPT, Kind.MEMBER);
    assertThat(report.problems().get(1).what())
        .isEqualTo("no array or group found at mem://arrays/gone");
    VerifyReport alone = azulejo.maintenance(group).verify(VerifyRequest.DEFAULT.withoutMembers());
    assertThat(alone.objects()).isEqualTo(1);
    assertThat(alone.isSound()).isTrue();
  }

  @Test
  void objectsInTheFolderOfAGroupThatAreNotMembersAreVerified() {
    Location group = ARRAY.parent();
    azulejo.group(group).create();
    flip(file("/array/__meta/"), 60);

    VerifyReport report = verify(group);
    assertThat(report.objects()).isEqualTo(3);
    assertThat(report.problems())
        .extracting(Problem::kind)
        .containsExactly(Kind.CORRUPT, Kind.MEMBER);
    assertThat(report.problems().get(1).severity()).isEqualTo(Severity.NOTICE);
    VerifyReport alone = azulejo.maintenance(group).verify(VerifyRequest.DEFAULT.withoutMembers());
    assertThat(alone.objects()).isEqualTo(1);
    assertThat(alone.problems()).isEmpty();
  }

  @Test
  void allObjectsInAFolderAreVerified() {
    flip(file("/array/__meta/"), 60);

    VerifyReport report = verify(ARRAY.parent());
    assertThat(report.objects()).isEqualTo(2);
    assertThat(report.problems()).extracting(Problem::kind).containsExactly(Kind.CORRUPT);
  }

  private VerifyReport deep() {
    return azulejo.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep());
  }

  @Test
  void decodesAllTilesWhenAskedTo() {
    assertThat(verify(ARRAY).tiles()).isZero();

    VerifyReport report = deep();
    assertThat(report.problems()).isEmpty();
    assertThat(report.tiles()).isEqualTo(2 * 3 * 4);
    assertThat(report.cells()).isEqualTo(20);
  }

  @Test
  void findsCellsThatAreNotWhatTheMetadataSays() {
    Location values = file("__20_20_", "a0.tdb");
    byte[] bytes = bytes(values);
    bytes[bytes.length - 1] = 0x7f;
    replace(values, bytes);

    assertThat(problems()).isEmpty();
    Problem problem = deep().problems().get(0);
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.kind()).isEqualTo(Kind.STATISTICS);
    assertThat(problem.field()).contains("a");
    assertThat(problem.what())
        .isEqualTo("tile 2: the maximum is 2009 in the statistics, but 2130708441 in the cells");
  }

  @Test
  void findsCoordinatesOutOfTheirBoxAndOrder() {
    Location coordinates = file("__20_20_", "d0.tdb");
    byte[] bytes = bytes(coordinates);
    bytes[bytes.length - 4] = 77;
    replace(coordinates, bytes);

    assertThat(deep().problems())
        .extracting(Problem::kind)
        .contains(Kind.BOUNDS)
        .doesNotContain(Kind.CORRUPT);
  }

  @Test
  void tilesThatCannotBeDecodedAreNamedOneByOne() {
    Location values = file("__20_20_", "a0.tdb");
    byte[] bytes = bytes(values);
    bytes[0] = 99;
    replace(values, bytes);

    List<Problem> problems = deep().problems();
    Problem problem = only(problems);
    assertThat(problem.kind()).isEqualTo(Kind.CORRUPT);
    assertThat(problem.location()).isEqualTo(values);
    assertThat(problem.consequence()).isEqualTo("reads of \"a\" in tile 0 fail");
  }

  @Test
  void missingObjectsAreRefused() {
    refuses(NotFoundException.class, () -> verify(Location.of("mem://nothing")));
    Azulejo keyed = azulejo.withKey(ARRAY, EncryptionKey.of(new byte[32]));
    refuses(InvalidRequestException.class, () -> keyed.maintenance(ARRAY).verify());
  }

  private VerifyReport sealed() {
    return azulejo.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.sealed());
  }

  @Test
  void aSealFindsEveryByteThatWasChanged() {
    int files = StoredFiles.paths(storage).size();
    SealReport report = azulejo.maintenance(ARRAY).seal();
    assertThat(report.seal()).isEqualTo(Location.of("mem://arrays/array.seal"));
    assertThat(report.files()).isEqualTo(files);
    assertThat(sealed().problems()).isEmpty();
    String text = new String(bytes(report.seal()), StandardCharsets.UTF_8);
    assertThat(text)
        .startsWith("# azulejo seal 1\n# size ")
        .containsPattern("\n[0-9a-f]{64}  array/__commits/__20_20_[0-9a-f]{32}_22.wrt\n");

    Location changed = file("__20_20_", "a1_var.tdb");
    flip(changed, -1);
    assertThat(problems()).isEmpty();
    Problem problem = only(sealed().problems());
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.kind()).isEqualTo(Kind.CHANGED);
    assertThat(problem.location()).isEqualTo(changed);
    assertThat(problem.what()).endsWith("differ from the sealed bytes");
  }

  @Test
  void aSealFindsNewAndMissingFiles() {
    azulejo.maintenance(ARRAY).seal();
    azulejo
        .array(ARRAY)
        .metadata()
        .change(
            MetadataChange.builder().put("k", MetadataValue.ofString("eight")).build(),
            ChangeOptions.DEFAULT.at(32));
    storage.delete(file("/array/__meta/__31"));

    assertThat(sealed().problems())
        .extracting(Problem::severity, Problem::kind)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Severity.ERROR, Kind.MISSING),
            org.assertj.core.groups.Tuple.tuple(Severity.NOTICE, Kind.ADDED));
    refuses(AlreadyExistsException.class, () -> azulejo.maintenance(ARRAY).seal());
    azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.replaced());
    assertThat(sealed().problems()).isEmpty();
  }

  @Test
  void aChangedSealIsAnError() {
    Location seal = azulejo.maintenance(ARRAY).seal().seal();
    flip(seal, 30);

    Problem problem = only(sealed().problems());
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.what()).contains("the digest at its end does not match its lines");
    storage.delete(seal);
    refuses(NotFoundException.class, this::sealed);
  }

  @Test
  void reportsProgressAndCanBeInterrupted() {
    List<Long> done = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    VerifyRequest request =
        VerifyRequest.DEFAULT
            .deep()
            .progress(
                (now, total) -> {
                  done.add(now);
                  totals.add(total);
                });
    azulejo.maintenance(ARRAY).verify(request);
    assertThat(done).isSorted().hasSizeGreaterThan(5);
    assertThat(totals).doesNotContain(-1L);
    assertThat(done.get(done.size() - 1)).isPositive().isEqualTo(totals.get(totals.size() - 1));

    Thread.currentThread().interrupt();
    assertThatThrownBy(this::deep).isInstanceOf(io.azulejo.error.CancelledException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void changesNoFiles() {
    flip(file("/array/__meta/"), 60);
    storage.delete(file("__commits/__30_"));
    Set<String> before = StoredFiles.paths(storage);
    verify(ARRAY);
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
  }
}
