package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Public methods throw the exceptions of the engine, not those of the JDK. */
class ErrorFamilyTest {
  private static final Set<String> EXPORTED =
      Set.of(
          "io.azulejo",
          "io.azulejo.error",
          "io.azulejo.maintenance",
          "io.azulejo.query",
          "io.azulejo.schema",
          "io.azulejo.storage",
          "io.azulejo.storage.objects");

  private static final String RANGES =
      "parts of byte arrays are checked as java.io.InputStream checks them";

  /** Classes that may create an exception of the JDK or let it create one, and the reason. */
  private static final Map<String, String> ALLOWED =
      Map.of(
          "io.azulejo.BatchPublisher IllegalArgumentException",
          "java.util.concurrent.Flow demands it for requests that are not positive",
          "io.azulejo.query.BatchIterator NoSuchElementException",
          "java.util.Iterator demands it behind the last element",
          "io.azulejo.storage.objects.ObjectClient UnsupportedOperationException",
          "the kit does not call optional operations that a client does not have",
          "io.azulejo.storage.LocalInputFile Objects.checkFromIndexSize",
          RANGES,
          "io.azulejo.storage.LocalOutputFile Objects.checkFromIndexSize",
          RANGES,
          "io.azulejo.storage.MemoryStorage Objects.checkFromIndexSize",
          RANGES,
          "io.azulejo.storage.objects.FileParts Objects.checkFromIndexSize",
          RANGES,
          "io.azulejo.storage.objects.ObjectInputFile Objects.checkFromIndexSize",
          RANGES,
          "io.azulejo.storage.objects.Transfer CancellationException",
          "the exception stays within the kit, which cancels requests that it does not need");

  @Test
  void exportedPackagesCreateNoExceptionsOfTheJdk() {
    Set<String> found = new TreeSet<>();
    for (JavaClass each : PackageDependenciesTest.CLASSES) {
      if (EXPORTED.contains(each.getPackageName())) {
        String name = each.getName().replaceFirst("\\$.*", "");
        for (JavaConstructorCall call : each.getConstructorCallsFromSelf()) {
          JavaClass created = call.getTargetOwner();
          if (created.getName().startsWith("java.")
              && created.isAssignableTo(RuntimeException.class)
              && !each.isAssignableTo(Throwable.class)) {
            found.add(name + " " + created.getSimpleName());
          }
        }
        for (JavaMethodCall call : each.getMethodCallsFromSelf()) {
          if (call.getTargetOwner().isEquivalentTo(java.util.Objects.class)
              && call.getName().startsWith("check")) {
            found.add(name + " Objects." + call.getName());
          }
        }
      }
    }
    assertThat(found).isEqualTo(new TreeSet<>(ALLOWED.keySet()));
  }

  static Stream<Arguments> wrongUses() {
    Enumeration colors = Enumeration.ofStrings("colors", false, List.of("red"));
    return Stream.of(
        wrong("a path with a character that is not allowed", () -> Location.of("a\0b")),
        wrong("a path of a remote location", () -> Location.of("s3://bucket/a").toPath()),
        wrong("a value of an enumeration behind the last", () -> colors.value(1)),
        wrong("a value of an enumeration before the first", () -> colors.value(-1)),
        wrong(
            "a tile length of a dimension without tiles",
            () -> Dimension.builder("d", Datatype.INT32).build().tileLength()),
        wrong("a time range that ends before it starts", () -> new TimeRange(2, 1)),
        wrong("a negative limit", () -> ReadRequest.ALL.limit(-1)),
        wrong("a quantile above 1", () -> Aggregate.quantile("a", 1.5)),
        wrong("a condition with null", () -> Condition.field("a").equalTo(null)),
        wrong("a condition with an object", () -> Condition.field("a").in(new Object())),
        wrong("a format version", () -> CreateOptions.DEFAULT.formatVersion(6)),
        wrong("a memory budget of 0 bytes", () -> Azulejo.builder().memoryBudget(0).build()),
        wrong("a type without integers", () -> MetadataValue.ofLongs(Datatype.FLOAT32, 1)));
  }

  private static Arguments wrong(String what, ThrowingCallable call) {
    return Arguments.of(what, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongUses")
  void aWrongUseIsAnInvalidRequest(String what, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void aClosedObjectIsAnInvalidRequest() {
    Azulejo azulejo = Azulejo.create();
    ArrayHandle handle = azulejo.array("mem://closed");
    handle.create(TestSchemas.of("sparse(d INT64 0..9/10) a INT32"));
    ArrayWriter writer = handle.writer();
    writer.close();
    assertThatThrownBy(writer::commit).isInstanceOf(InvalidRequestException.class);
    Array array = handle.open();
    BatchReader reader = array.read().batches();
    reader.close();
    assertThatThrownBy(reader::next).isInstanceOf(InvalidRequestException.class);

    azulejo.close();

    refuses(InvalidRequestException.class, () -> azulejo.open("mem://closed"));
    refuses(InvalidRequestException.class, () -> array.read().async(batch -> {}));
  }
}
