package io.azulejo;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.azulejo.PackageDependenciesTest.CLASSES;
import static io.azulejo.PackageDependenciesTest.FRONT_DOOR;
import static io.azulejo.PackageDependenciesTest.packageOf;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.azulejo.internal.format.FormatVersion;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What no class of the engine does, in whichever room. */
class EngineRulesTest {
  @Test
  void readsWithoutLayouts() {
    noClasses()
        .that()
        .resideInAPackage(packageOf("internal.read.."))
        .should()
        .dependOnClassesThat()
        .haveNameMatching("io\\.azulejo\\.internal\\.format\\.Wire.*")
        .because("what depends on layouts is resolved when an array is opened")
        .check(CLASSES);
  }

  @Test
  void asksVersionsForTheirNumberAtTheFrontDoorAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackages(FRONT_DOOR, packageOf("internal.format"))
        .should()
        .callMethod(FormatVersion.class, "number")
        .because("other rooms ask a version what it has")
        .check(CLASSES);
  }

  @Test
  void doesNoInputOrOutputInFiltersAndFormats() {
    noClasses()
        .that()
        .resideInAnyPackage(packageOf("internal.filter"), packageOf("internal.format"))
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.nio\\.file\\..*|java\\.nio\\.channels\\..*|java\\.net\\..*"
                + "|java\\.io\\.(File.*|RandomAccessFile)")
        .check(CLASSES);
  }

  @Test
  void startsThreadsInTasksAndTransfersAlone() {
    ArchRule rule =
        noClasses()
            .that()
            .haveNameNotMatching(
                "io\\.azulejo\\.(internal\\.runtime\\.Tasks|storage\\.objects\\.Transfers)(\\$.*)?")
            .should()
            .accessTargetWhere(
                target(
                    "starts threads",
                    (owner, name) ->
                        switch (owner) {
                          case "java.lang.Thread" -> name.equals("<init>") || name.equals("sleep");
                          case "java.util.concurrent.Executors",
                              "java.util.concurrent.ThreadPoolExecutor",
                              "java.util.concurrent.ForkJoinPool",
                              "java.util.concurrent.CompletableFuture",
                              "java.util.Timer" ->
                              true;
                          default -> name.equals("parallelStream") || name.equals("parallel");
                        }))
            .because("threads have one owner");
    rule.check(CLASSES);
    assertThatThrownBy(() -> rule.check(new ClassFileImporter().importClasses(Offender.class)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void keepsQuiet() {
    ArchRule rule =
        noClasses()
            .should()
            .accessTargetWhere(
                target(
                    "prints",
                    (owner, name) ->
                        owner.equals("java.lang.System")
                                && Set.of("out", "err", "in").contains(name)
                            || name.equals("printStackTrace")
                            || owner.startsWith("java.util.logging.")))
            .because("a library says what it has to say in results and exceptions");
    rule.check(CLASSES);
    assertThatThrownBy(() -> rule.check(new ClassFileImporter().importClasses(Offender.class)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void logsByWarningsAlone() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.azulejo.internal.runtime.Warnings")
        .should()
        .accessTargetWhere(
            target("logs", (owner, name) -> owner.startsWith("java.lang.System$Logger")))
        .because("the number of warnings in the log is limited there")
        .check(CLASSES);
  }

  @Test
  void isTheSameInEveryLocaleAndTimeZone() {
    ArchRule rule =
        noClasses()
            .should()
            .accessTargetWhere(
                describe("depends on the platform's settings", EngineRulesTest::dependsOnPlatform))
            .because("bytes and results are the same everywhere");
    rule.check(CLASSES);
    assertThatThrownBy(() -> rule.check(new ClassFileImporter().importClasses(Offender.class)))
        .isInstanceOf(AssertionError.class);
  }

  private static boolean dependsOnPlatform(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String target = access.getTarget().getFullName().substring(owner.length() + 1);
    return switch (owner) {
      case "java.lang.String" ->
          Set.of(
                      "toLowerCase()",
                      "toUpperCase()",
                      "getBytes()",
                      "<init>([B)",
                      "<init>([B, int, int)")
                  .contains(target.replace("byte[]", "[B"))
              || target.startsWith("format(java.lang.String");
      case "java.io.InputStreamReader", "java.io.OutputStreamWriter" ->
          target.equals("<init>(java.io.InputStream)")
              || target.equals("<init>(java.io.OutputStream)");
      case "java.io.FileReader", "java.io.FileWriter" -> target.startsWith("<init>");
      case "java.nio.charset.Charset" -> target.startsWith("defaultCharset(");
      case "java.util.Locale", "java.util.TimeZone" -> target.startsWith("getDefault(");
      case "java.time.ZoneId" -> target.startsWith("systemDefault(");
      case "java.util.Calendar", "java.util.Date", "java.text.SimpleDateFormat" -> true;
      default -> false;
    };
  }

  private interface Target {
    boolean matches(String owner, String name);
  }

  private static DescribedPredicate<JavaAccess<?>> target(String description, Target target) {
    return describe(
        description,
        access -> target.matches(access.getTargetOwner().getName(), access.getTarget().getName()));
  }

  /** Breaks the rules, to show that they can tell. */
  private static final class Offender {
    static String offend(byte[] bytes) {
      new Thread(() -> System.out.println(new String(bytes).toUpperCase()));
      return String.format("%d", bytes.length);
    }
  }
}
