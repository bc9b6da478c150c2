package io.azulejo;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The layers and rooms of the engine; {@link EngineRulesTest} has the rules that hold in all rooms.
 */
class PackageDependenciesTest {
  static final String FRONT_DOOR = "io.azulejo";

  /**
   * The layers of docs/architecture.md from the lowest on, and the rooms of each: a package with
   * the packages below it. A room uses rooms of its own layer and of lower ones.
   */
  private static final Map<String, List<String>> LAYERS = new LinkedHashMap<>();

  static {
    LAYERS.put("models", List.of("error", "schema", "internal.condition", "query"));
    LAYERS.put(
        "bytes",
        List.of("internal.runtime", "internal.filter", "internal.format", "internal.order"));
    LAYERS.put("storage", List.of("storage", "internal.storage", "maintenance"));
    LAYERS.put("arrays at rest", List.of("internal.snapshot", "internal.seal"));
    LAYERS.put("reading and writing", List.of("internal.read", "internal.write"));
    LAYERS.put("maintenance", List.of("internal.maintain", "internal.workshop"));
    LAYERS.put("front door", List.of(""));
  }

  /** Rooms that never meet rooms which their layer would allow. */
  private static final Map<String, List<String>> NEVER =
      Map.of(
          "internal.read", List.of("internal.write"),
          "internal.write", List.of("internal.read"),
          "internal.maintain", List.of("internal.workshop"),
          "storage", List.of("internal.filter", "internal.format", "internal.order"),
          "internal.storage", List.of("internal.filter", "internal.format", "internal.order"));

  /**
   * The rooms that some modules see, and these modules. The command line prints formats (dump);
   * tables make sets of values.
   */
  private static final Map<String, Set<String>> SHOWN =
      Map.of(
          packageOf("internal.format"), Set.of("io.azulejo.cli"),
          packageOf("internal.order"), Set.of("io.azulejo.table"));

  private static final Path DOCUMENT = Path.of("../docs/architecture.md");

  /** A row of the table of rooms: a layer, or nothing for the one above, and a package. */
  private static final Pattern ROW = Pattern.compile("^\\| (|[a-z ]*[a-z]) ?\\| `([a-z.]+)` \\|");

  private static final Path PAIRS = Path.of("src/test/resources/class-pairs.txt");

  static final JavaClasses CLASSES = new ClassFileImporter().importUrl(classes());

  private static URL classes() {
    return Azulejo.class.getProtectionDomain().getCodeSource().getLocation();
  }

  static String packageOf(String room) {
    return FRONT_DOOR + "." + room;
  }

  @Test
  void noPackageUsesAHigherLayer() {
    Map<String, Integer> floors = new HashMap<>();
    int floor = 0;
    for (List<String> rooms : LAYERS.values()) {
      for (String room : rooms) {
        floors.put(room, floor);
      }
      floor++;
    }
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      String room = room(type);
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (isOfEngine(target)
            && (floors.get(room(target)) > floors.get(room)
                || NEVER.getOrDefault(room, List.of()).contains(room(target)))) {
          wrong.add(type.getName() + " uses " + target.getName());
        }
      }
    }

    assertThat(wrong).isEmpty();
  }

  private static boolean isOfEngine(JavaClass type) {
    return (type.getPackageName() + ".").startsWith(FRONT_DOOR + ".");
  }

  /** Returns the room of a class of the engine. */
  private static String room(JavaClass type) {
    String name = type.getPackageName();
    return LAYERS.values().stream()
        .flatMap(List::stream)
        .filter(room -> room.isEmpty() ? name.equals(FRONT_DOOR) : isIn(name, packageOf(room)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no layer has the package " + name));
  }

  private static boolean isIn(String name, String room) {
    return (name + ".").startsWith(room + ".");
  }

  /**
   * The table of docs/architecture.md has each package of each layer, in the order of the layers.
   */
  @Test
  void packagesAreThoseOfTheDocument() throws IOException {
    List<String> layers = new ArrayList<>();
    Map<String, String> packages = new TreeMap<>();
    String layer = "";
    for (String line : Files.readAllLines(DOCUMENT)) {
      Matcher row = ROW.matcher(line);
      if (row.find()) {
        layer = row.group(1).isEmpty() ? layer : row.group(1);
        if (!layers.contains(layer)) {
          layers.add(0, layer);
        }
        packages.put(row.group(2), layer);
      }
    }
    Map<String, String> expected = new TreeMap<>();
    for (JavaClass type : CLASSES) {
      String room = room(type);
      String name = type.getPackageName();
      LAYERS.forEach(
          (key, rooms) -> {
            if (rooms.contains(room)) {
              expected.put(
                  room.isEmpty() ? FRONT_DOOR : name.substring(FRONT_DOOR.length() + 1), key);
            }
          });
    }

    assertThat(packages).isEqualTo(expected);
    assertThat(layers).containsExactlyElementsOf(LAYERS.keySet());
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.azulejo.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyMaintenanceUsesTheWorkshop() {
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
  void exportsInternalPackagesOnlyToListedModules() throws IOException {
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
  void hasNoNewCyclesOfTwoClasses() throws IOException {
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
