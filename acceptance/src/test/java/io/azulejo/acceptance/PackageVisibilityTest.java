package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What no other package uses is package-private, in all internal rooms. It lies here, as the rooms
 * are used by the main code of several modules.
 */
class PackageVisibilityTest {
  /** What only tests of other packages use, and what for. */
  private static final Map<String, String> FOR_TESTS =
      Map.of(
          "io.azulejo.internal.format.GenericTile$Content#extent",
              "finds the places that are damaged",
          "io.azulejo.internal.format.ConsolidatedFooters$Entry", "looks into gathered footers",
          "io.azulejo.internal.format.WireTrace$Code", "tells coded numbers of a dump from others");

  /** What depends on versions is asked of one class, whoever asks. */
  private static final String VERSION = "io.azulejo.internal.format.FormatVersion";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.azulejo");

  private static Stream<JavaClass> openTypes() {
    return MAIN.stream()
        .filter(type -> type.getPackageName().startsWith("io.azulejo.internal"))
        .filter(PackageVisibilityTest::isOpen);
  }

  private static Set<String> forTests(Predicate<String> kind) {
    return FOR_TESTS.keySet().stream().filter(kind).collect(Collectors.toSet());
  }

  /** Whether other packages can see a type: it and what it is nested in are public. */
  private static boolean isOpen(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(PackageVisibilityTest::isOpen).orElse(true);
  }

  @Test
  void showsOnlyTypesThatOtherPackagesUse() {
    assertThat(openTypes()).hasSizeGreaterThan(100);
    Set<String> unused =
        openTypes()
            .filter(
                type ->
                    withNested(type)
                        .flatMap(part -> part.getDirectDependenciesToSelf().stream())
                        .noneMatch(use -> isElsewhere(use.getOriginClass(), type)))
            .map(JavaClass::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(unused).isEqualTo(forTests(name -> !name.contains("#")));
  }

  @Test
  void showsOnlyMethodsAndConstructorsThatOtherPackagesUse() {
    Set<String> unused =
        openTypes()
            .filter(type -> !type.isInterface() && !type.getName().equals(VERSION))
            .flatMap(type -> type.getCodeUnits().stream())
            .filter(PackageVisibilityTest::isDeclaredPublic)
            .filter(
                unit ->
                    Stream.concat(
                            unit.getAccessesToSelf().stream(),
                            unit instanceof JavaMethod method
                                ? overriders(method)
                                    .flatMap(other -> other.getAccessesToSelf().stream())
                                : Stream.of())
                        .map(JavaAccess::getOriginOwner)
                        .noneMatch(user -> isElsewhere(user, unit.getOwner())))
            .map(unit -> unit.getOwner().getName() + "#" + unit.getName())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(unused).isEqualTo(forTests(name -> name.contains("#")));
  }

  @Test
  void listsOnlyExistingExceptionsForTests() {
    Set<String> names =
        openTypes()
            .flatMap(
                type ->
                    Stream.concat(
                        Stream.of(type.getName()),
                        type.getCodeUnits().stream()
                            .map(unit -> type.getName() + "#" + unit.getName())))
            .collect(Collectors.toSet());

    assertThat(names).containsAll(FOR_TESTS.keySet());
  }

  private static Stream<JavaClass> withNested(JavaClass type) {
    return Stream.concat(
        Stream.of(type),
        openTypes()
            .filter(part -> part.getEnclosingClass().map(type::equals).orElse(false))
            .flatMap(PackageVisibilityTest::withNested));
  }

  private static boolean isElsewhere(JavaClass user, JavaClass type) {
    return !user.getPackageName().equals(type.getPackageName());
  }

  /**
   * Whether somebody chose that a method is public: not the language, nor what it overrides. A
   * constructor without parameters may be the one that the language makes.
   */
  private static boolean isDeclaredPublic(JavaCodeUnit unit) {
    Set<JavaModifier> modifiers = unit.getModifiers();
    JavaClass owner = unit.getOwner();
    if (!modifiers.contains(JavaModifier.PUBLIC)
        || modifiers.contains(JavaModifier.SYNTHETIC)
        || modifiers.contains(JavaModifier.BRIDGE)) {
      return false;
    }
    if (!(unit instanceof JavaMethod method)) {
      return !owner.isRecord() && !unit.getRawParameterTypes().isEmpty();
    }
    boolean ofEnum = owner.isEnum() && List.of("values", "valueOf").contains(method.getName());
    boolean ofRecord =
        owner.isRecord()
            && (owner.tryGetField(method.getName()).isPresent()
                || List.of("equals", "hashCode", "toString").contains(method.getName()));
    return !ofEnum && !ofRecord && overridden(method).findAny().isEmpty();
  }

  /** The methods of types above that a method overrides. */
  private static Stream<JavaMethod> overridden(JavaMethod method) {
    JavaClass owner = method.getOwner();
    return Stream.concat(
            owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
        .flatMap(above -> above.getMethods().stream())
        .filter(other -> isSame(other, method));
  }

  private static Stream<JavaMethod> overriders(JavaMethod method) {
    return method.getOwner().getAllSubclasses().stream()
        .flatMap(below -> below.getMethods().stream())
        .filter(other -> isSame(other, method));
  }

  private static boolean isSame(JavaMethod a, JavaMethod b) {
    return a.getName().equals(b.getName())
        && a.getRawParameterTypes().size() == b.getRawParameterTypes().size();
  }
}
