package io.azulejo;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rooms of the engine, and what each may use; {@link EngineRulesTest} has what none may do. */
class RoomsTest {
  static final String FRONT_DOOR = "io.azulejo";

  /** The table of docs/architecture.md: a room, and the rooms that it may use. */
  private static final Map<String, List<String>> MAY_USE = new LinkedHashMap<>();

  static {
    MAY_USE.put("error", List.of());
    MAY_USE.put("schema", List.of("error"));
    MAY_USE.put("query", List.of("error", "schema", "internal.condition"));
    MAY_USE.put("internal.condition", List.of("error"));
    MAY_USE.put("maintenance", List.of("query", "schema", "storage", "error"));
    MAY_USE.put("storage", List.of("error"));
    MAY_USE.put("storage.objects", List.of("storage", "internal.runtime", "error"));
    MAY_USE.put("internal.storage", List.of("storage", "internal.runtime", "error"));
    MAY_USE.put("internal.runtime", List.of("error"));
    MAY_USE.put("internal.filter", List.of("schema", "internal.runtime", "error"));
    MAY_USE.put(
        "internal.format",
        List.of(
            "schema",
            "query",
            "internal.condition",
            "internal.filter",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.snapshot.fragment",
        List.of(
            "internal.format",
            "internal.filter",
            "storage",
            "internal.runtime",
            "schema",
            "error"));
    MAY_USE.put(
        "internal.snapshot",
        List.of(
            "internal.snapshot.fragment",
            "internal.order",
            "internal.format",
            "internal.filter",
            "storage",
            "internal.runtime",
            "schema",
            "query",
            "error"));
    MAY_USE.put(
        "internal.snapshot.compact",
        List.of(
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "storage",
            "internal.runtime",
            "schema",
            "query",
            "error"));
    MAY_USE.put(
        "internal.snapshot.object",
        List.of(
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "storage",
            "internal.runtime",
            "maintenance",
            "schema",
            "query",
            "error"));
    MAY_USE.put(
        "internal.seal",
        List.of(
            "internal.format",
            "internal.storage",
            "storage",
            "internal.runtime",
            "schema",
            "error"));
    MAY_USE.put("internal.order", List.of("internal.runtime", "schema"));
    MAY_USE.put(
        "internal.read.tile",
        List.of(
            "internal.order",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "internal.filter",
            "internal.storage",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read.request",
        List.of(
            "internal.read.condition",
            "internal.read.tile",
            "internal.order",
            "internal.snapshot.fragment",
            "internal.format",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read.condition",
        List.of(
            "internal.condition",
            "internal.read.tile",
            "internal.order",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read.aggregate",
        List.of(
            "internal.read.tile",
            "internal.snapshot.fragment",
            "internal.format",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read.label",
        List.of(
            "internal.read.tile",
            "internal.read.request",
            "internal.order",
            "internal.snapshot",
            "internal.format",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read.sparse",
        List.of(
            "internal.read.tile",
            "internal.read.request",
            "internal.read.condition",
            "internal.order",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "internal.filter",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read.dense",
        List.of(
            "internal.read.tile",
            "internal.read.request",
            "internal.read.condition",
            "internal.read.sparse",
            "internal.order",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "internal.filter",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read.split",
        List.of(
            "internal.read.request",
            "internal.read.sparse",
            "internal.read.dense",
            "internal.order",
            "internal.snapshot.fragment",
            "internal.format",
            "query",
            "schema",
            "internal.runtime"));
    MAY_USE.put(
        "internal.read.statistics",
        List.of(
            "internal.read.condition",
            "internal.read.request",
            "internal.read.sparse",
            "internal.read.tile",
            "internal.order",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "query",
            "schema",
            "internal.runtime"));
    MAY_USE.put(
        "internal.read.merge",
        List.of(
            "internal.read.tile",
            "internal.read.request",
            "internal.read.condition",
            "internal.read.dense",
            "internal.read.sparse",
            "internal.order",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "internal.filter",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.read",
        List.of(
            "internal.read.tile",
            "internal.read.request",
            "internal.read.condition",
            "internal.read.aggregate",
            "internal.read.label",
            "internal.read.sparse",
            "internal.read.dense",
            "internal.read.split",
            "internal.read.statistics",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.write.fragment",
        List.of(
            "internal.snapshot",
            "internal.order",
            "internal.format",
            "internal.filter",
            "storage",
            "query",
            "schema",
            "internal.runtime"));
    MAY_USE.put(
        "internal.write.dense",
        List.of(
            "internal.write.fragment",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.order",
            "internal.format",
            "internal.filter",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.write.sparse",
        List.of(
            "internal.write.fragment",
            "internal.snapshot",
            "internal.order",
            "internal.format",
            "internal.filter",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.write.scattered",
        List.of(
            "internal.write.fragment",
            "internal.write.dense",
            "internal.write.sparse",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.order",
            "internal.format",
            "internal.filter",
            "storage",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.write",
        List.of(
            "internal.write.fragment",
            "internal.write.dense",
            "internal.write.sparse",
            "internal.write.scattered",
            "internal.snapshot",
            "internal.order",
            "internal.format",
            "query",
            "schema",
            "internal.runtime",
            "error"));
    MAY_USE.put(
        "internal.maintain",
        List.of(
            "internal.read",
            "internal.read.tile",
            "internal.read.request",
            "internal.read.condition",
            "internal.read.merge",
            "internal.write.fragment",
            "internal.write.dense",
            "internal.write.sparse",
            "internal.order",
            "internal.snapshot.compact",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "internal.filter",
            "internal.runtime",
            "storage",
            "maintenance",
            "query",
            "schema",
            "error"));
    MAY_USE.put(
        "internal.workshop.repack",
        List.of(
            "internal.maintain",
            "internal.read",
            "internal.read.tile",
            "internal.write",
            "internal.write.fragment",
            "internal.write.dense",
            "internal.snapshot.object",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "internal.filter",
            "internal.runtime",
            "storage",
            "maintenance",
            "query",
            "schema",
            "error"));
    MAY_USE.put(
        "internal.workshop.advise",
        List.of(
            "internal.maintain",
            "internal.workshop.repack",
            "internal.read",
            "internal.read.tile",
            "internal.read.request",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.order",
            "internal.format",
            "internal.filter",
            "internal.runtime",
            "maintenance",
            "query",
            "schema",
            "error"));
    MAY_USE.put(
        "internal.workshop.diff",
        List.of(
            "internal.maintain",
            "internal.read",
            "internal.read.tile",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.order",
            "internal.format",
            "internal.runtime",
            "storage",
            "maintenance",
            "query",
            "schema",
            "error"));
    MAY_USE.put(
        "internal.workshop.verify",
        List.of(
            "internal.maintain",
            "internal.seal",
            "internal.read",
            "internal.read.tile",
            "internal.write.fragment",
            "internal.order",
            "internal.snapshot.object",
            "internal.snapshot",
            "internal.snapshot.fragment",
            "internal.format",
            "internal.filter",
            "internal.runtime",
            "internal.storage",
            "storage",
            "maintenance",
            "query",
            "schema",
            "error"));
  }

  /** The rooms that some modules see, and these modules. The command line prints formats (dump). */
  private static final Map<String, Set<String>> SHOWN =
      Map.of(packageOf("internal.format"), Set.of("io.azulejo.cli"));

  private static final Path PAIRS = Path.of("src/test/resources/class-pairs.txt");

  static final JavaClasses CLASSES = new ClassFileImporter().importUrl(classes());

  private static URL classes() {
    return Azulejo.class.getProtectionDomain().getCodeSource().getLocation();
  }

  static String packageOf(String room) {
    return FRONT_DOOR + "." + room;
  }

  @Test
  void usesOnlyWhatTheTableAllows() {
    MAY_USE.forEach(
        (room, allowed) -> {
          Set<String> packages =
              allowed.stream().map(RoomsTest::packageOf).collect(Collectors.toSet());
          packages.add(packageOf(room));
          noClasses()
              .that()
              .resideInAPackage(packageOf(room))
              .should()
              .dependOnClassesThat(
                  describe(
                      "are in a room other than " + new TreeSet<>(packages),
                      target -> isOfEngine(target) && !packages.contains(target.getPackageName())))
              .check(CLASSES);
        });
  }

  private static boolean isOfEngine(JavaClass type) {
    return (type.getPackageName() + ".").startsWith(FRONT_DOOR + ".");
  }

  @Test
  void knowsEveryRoom() {
    Set<String> rooms =
        MAY_USE.keySet().stream().map(RoomsTest::packageOf).collect(Collectors.toSet());
    rooms.add(FRONT_DOOR);

    assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct()).isSubsetOf(rooms);
  }

  @Test
  void hasNoCycles() {
    slices().matching("io.azulejo.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void opensTheWorkshopByMaintenanceAlone() {
    String workshop = packageOf("internal.workshop..");
    noClasses()
        .that()
        .resideOutsideOfPackage(workshop)
        .and()
        .doNotBelongToAnyOf(Maintenance.class)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(workshop)
        .because("reads and writes never meet it")
        .check(CLASSES);
  }

  @Test
  void showsInternalRoomsToTheModulesOfTheListAlone() throws IOException {
    Map<String, Set<String>> shown = new TreeMap<>();
    try (InputStream in = classes().toURI().resolve("module-info.class").toURL().openStream()) {
      ModuleDescriptor.read(in).exports().stream()
          .filter(export -> export.source().startsWith(packageOf("internal.")))
          .forEach(export -> shown.put(export.source(), export.targets()));
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }

    assertThat(shown).isEqualTo(SHOWN);
  }

  /**
   * Classes of one room that need each other can only be understood together. The list of those
   * that do may only become shorter.
   */
  @Test
  void hasNoMorePairsOfClassesThatNeedEachOther() throws IOException {
    assertThat(pairs())
        .as("new pairs are to be avoided; those that are gone leave %s", PAIRS)
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(PAIRS));
  }

  private static Set<String> pairs() {
    Map<String, Set<String>> uses = new HashMap<>();
    for (JavaClass type : CLASSES) {
      Set<String> used = uses.computeIfAbsent(topLevel(type), name -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getPackageName().equals(type.getPackageName())) {
          used.add(topLevel(target));
        }
      }
    }
    Set<String> pairs = new TreeSet<>();
    uses.forEach(
        (name, used) ->
            used.stream()
                .filter(other -> name.compareTo(other) < 0)
                .filter(other -> uses.getOrDefault(other, Set.of()).contains(name))
                .forEach(other -> pairs.add(name + " " + other)));
    return pairs;
  }

  private static String topLevel(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }
}
