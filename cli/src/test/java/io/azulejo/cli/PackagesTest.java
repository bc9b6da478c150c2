package io.azulejo.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.MethodCallTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.azulejo.Array;
import io.azulejo.ArrayHandle;
import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.FileArrays;
import io.azulejo.GroupHandle;
import io.azulejo.Maintenance;
import io.azulejo.MetadataHandle;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** The packages of text, import, pictures and the command line: what each may use of the others. */
@Tag("full")
class PackagesTest {
  private static final List<String> TEXT =
      List.of(
          "text.value",
          "text.json",
          "text.output",
          "text.input",
          "text.read",
          "text.schema",
          "text.request",
          "imports.proposal",
          "imports.source",
          "imports.rows",
          "imports.grid");

  /** The tables of docs/architecture.md: a package, and those that it may use. */
  private static final Map<String, List<String>> MAY_USE = new LinkedHashMap<>();

  static {
    MAY_USE.put("text.value", List.of());
    MAY_USE.put("text.work", List.of());
    MAY_USE.put("text.json", List.of("text.value"));
    MAY_USE.put("text.output", List.of("text.value"));
    MAY_USE.put("text.input", List.of("text.value"));
    MAY_USE.put("text.row", List.of("text.value", "text.work", "text.input"));
    MAY_USE.put("text.read", List.of("text.input", "text.row"));
    MAY_USE.put("text.schema", List.of("text.value", "text.json"));
    MAY_USE.put("text.request", List.of("text.value", "text.json"));
    MAY_USE.put("imports.source", List.of("text.input"));
    MAY_USE.put("imports.netcdf", List.of("imports.source"));
    MAY_USE.put("imports.proposal", List.of("text.input"));
    MAY_USE.put(
        "imports.rows",
        List.of(
            "text.value",
            "text.input",
            "text.read",
            "text.row",
            "text.work",
            "imports.proposal",
            "imports.source"));
    MAY_USE.put(
        "imports.grid",
        List.of(
            "text.value",
            "text.input",
            "text.row",
            "imports.proposal",
            "imports.source",
            "imports.rows",
            "imports.netcdf"));
    MAY_USE.put(
        "imports",
        List.of(
            "text.input", "imports.proposal", "imports.source", "imports.rows", "imports.grid"));
    MAY_USE.put("plot.picture", List.of());
    MAY_USE.put("plot.bins", List.of());
    MAY_USE.put("plot", List.of("plot.bins", "plot.picture", "text.value", "text.output"));
    MAY_USE.put("view", List.of("plot", "plot.bins", "text.value", "text.output"));
    MAY_USE.put("cli.terminal", List.of("plot.picture", "imports.source"));
    MAY_USE.put("cli.output", with("cli.terminal"));
    MAY_USE.put("cli.help", with());
    MAY_USE.put("cli.rows", with());
    MAY_USE.put(
        "cli.argument",
        with("cli.help", "cli.output", "cli.rows", "cli.terminal", "plot", "plot.picture"));
    MAY_USE.put(
        "cli.command",
        with(
            "cli.argument",
            "cli.help",
            "cli.output",
            "cli.rows",
            "cli.terminal",
            "plot",
            "plot.picture",
            "view"));
    MAY_USE.put("cli", with("cli.command", "cli.argument", "cli.output", "cli.terminal"));
  }

  private static final String CHANGING = "io.azulejo.cli.command.ChangingCommand";

  /** Methods of the engine that change nothing that is stored. */
  private static final Map<Class<?>, Set<String>> READING =
      Map.of(
          Azulejo.class,
          Set.of(
              "stats",
              "withKey",
              "withMemoryBudget",
              "open",
              "openAsync",
              "array",
              "group",
              "catalog",
              "files",
              "maintenance",
              "filteredSize",
              "storage",
              "close"),
          Catalog.class,
          Set.of("type", "list", "walk", "nonMembers", "isRemains"),
          ArrayHandle.class,
          Set.of(
              "location",
              "open",
              "openAsync",
              "read",
              "metadata",
              "planDelete",
              "verify",
              "maintenance"),
          GroupHandle.class,
          Set.of("location", "open", "metadata", "maintenance"),
          MetadataHandle.class,
          Set.of("values", "get"),
          Array.class,
          Stream.of(Array.class.getMethods())
              .map(Method::getName)
              .filter(name -> !name.equals("repack"))
              .collect(Collectors.toSet()),
          Maintenance.class,
          Set.of("plan", "verify", "verifyStore"),
          FileArrays.class,
          Set.of("describe"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(
              "io.azulejo.text",
              "io.azulejo.imports",
              "io.azulejo.plot",
              "io.azulejo.view",
              "io.azulejo.cli");

  private static List<String> with(String... others) {
    return Stream.concat(TEXT.stream(), Stream.of(others)).toList();
  }

  @Test
  void eachPackageUsesWhatItMay() {
    MAY_USE.forEach(
        (name, others) -> {
          String[] allowed =
              Stream.concat(Stream.of(name), others.stream())
                  .map(other -> "io.azulejo." + other)
                  .toArray(String[]::new);
          classes()
              .that()
              .resideInAPackage("io.azulejo." + name)
              .should()
              .onlyDependOnClassesThat(
                  describe(
                      "are not of other packages of these modules",
                      (JavaClass c) -> !isOurs(c) || List.of(allowed).contains(c.getPackageName())))
              .check(CLASSES);
        });
  }

  @Test
  void allPackagesAreInTheTable() {
    Set<String> found =
        CLASSES.stream()
            .map(c -> c.getPackageName().substring("io.azulejo.".length()))
            .collect(Collectors.toSet());
    assertThat(found).containsExactlyInAnyOrderElementsOf(MAY_USE.keySet());
  }

  @Test
  void theTableOfTheDocumentSaysTheSameOfThisModule() throws IOException {
    Path document = Path.of("../docs/architecture.md").toAbsolutePath().normalize();
    Map<String, Set<String>> said =
        Files.readAllLines(document).stream()
            .dropWhile(line -> !line.startsWith("| package of `cli`"))
            .takeWhile(line -> line.startsWith("|"))
            .filter(line -> line.matches("\\| `[a-z]+` .*"))
            .map(line -> line.split(" *\\| *"))
            .collect(
                Collectors.toMap(
                    cells -> "cli." + cells[1].replace("`", ""),
                    cells -> cells.length > 3 ? Set.of(cells[3].split(", ")) : Set.of()));

    Map<String, Set<String>> known = new LinkedHashMap<>();
    MAY_USE.forEach(
        (name, others) -> {
          if (name.startsWith("cli.")) {
            known.put(
                name,
                others.stream()
                    .filter(other -> other.startsWith("cli."))
                    .map(other -> other.substring("cli.".length()))
                    .collect(Collectors.toSet()));
          }
        });
    assertThat(said).isEqualTo(known);
  }

  @Test
  void noPackageDependsOnItself() {
    slices().matching("io.azulejo.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void seesTheFormatsOfTheEngineInDumpAlone() {
    classes()
        .that()
        .doNotHaveFullyQualifiedName("io.azulejo.cli.command.DumpCommand")
        .should()
        .onlyDependOnClassesThat(
            describe(
                "are not internal to the engine",
                (JavaClass c) -> !c.getPackageName().startsWith("io.azulejo.internal")))
        .check(CLASSES);
  }

  @Test
  void commandsThatChangeWhatIsStoredAreMarkedAsSuch() {
    assertThat(
            CLASSES.stream()
                .filter(c -> c.isAnnotatedWith(Command.class) && c.isAssignableTo(CHANGING))
                .map(JavaClass::getName))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(callersOfChanges());
  }

  /** The commands from which a method of the engine that changes something is called. */
  private static Set<String> callersOfChanges() {
    Set<String> commands = new TreeSet<>();
    Set<JavaCodeUnit> seen = new HashSet<>();
    Deque<JavaCodeUnit> open = new ArrayDeque<>();
    for (JavaClass each : CLASSES) {
      each.getMethodCallsFromSelf().stream()
          .filter(PackagesTest::changes)
          .map(JavaMethodCall::getOrigin)
          .forEach(open::add);
    }
    while (!open.isEmpty()) {
      JavaCodeUnit unit = open.remove();
      Optional<JavaClass> command =
          Stream.iterate(
                  Optional.of(unit.getOwner()),
                  Optional::isPresent,
                  owner -> owner.get().getEnclosingClass())
              .map(Optional::get)
              .filter(owner -> owner.isAnnotatedWith(Command.class))
              .findFirst();
      if (command.isPresent()) {
        commands.add(command.get().getName());
      } else if (seen.add(unit)) {
        unit.getCallsOfSelf().forEach(call -> open.add(call.getOrigin()));
      }
    }
    return commands;
  }

  private static boolean changes(JavaMethodCall call) {
    MethodCallTarget target = call.getTarget();
    return READING.keySet().stream()
        .filter(type -> target.getOwner().isEquivalentTo(type))
        .anyMatch(
            type ->
                !READING.get(type).contains(target.getName())
                    && target.resolveMember().stream()
                        .noneMatch(method -> method.getModifiers().contains(JavaModifier.STATIC)));
  }

  private static boolean isOurs(JavaClass c) {
    return Stream.of("text", "imports", "plot", "view", "cli")
        .anyMatch(module -> (c.getPackageName() + ".").startsWith("io.azulejo." + module + "."));
  }
}
