package io.azulejo.testkit;

import io.azulejo.testkit.ThirdPartyServer.Kind;
import io.azulejo.testkit.ThirdPartyServer.Unavailable;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * A JUnit extension that runs the tests of a class on a third-party server. The server runs for the
 * duration of the class. Tests that the server is known to fail must fail, and then count as
 * skipped. The extension prints a summary.
 *
 * <p>If the server is unavailable, no tests run and the reason is printed. The class fails instead
 * if the system property {@code servers} names the server.
 */
public final class ServerTests
    implements BeforeAllCallback, AfterAllCallback, InvocationInterceptor {
  /**
   * A known defect of a server.
   *
   * @param reason the description of the defect
   * @param always whether the test always fails; otherwise, it may pass
   */
  private record Fault(String reason, boolean always) {}

  private final Kind kind;
  private final Map<String, Fault> faults = new LinkedHashMap<>();
  private final List<String> failed = new ArrayList<>();
  private ThirdPartyServer server;
  private int passed;

  /**
   * Creates an extension for one server. It runs all tests and expects them to pass unless declared
   * otherwise.
   */
  public ServerTests(Kind kind) {
    this.kind = kind;
  }

  /**
   * Declares tests that always fail on this server. The extension reports an error if one passes.
   *
   * @param reason the defect of the server
   * @param tests the names of the test methods
   * @return this extension
   */
  public ServerTests fails(String reason, String... tests) {
    for (String test : tests) {
      faults.put(test, new Fault(reason, true));
    }
    return this;
  }

  /**
   * Declares tests that sometimes fail on this server.
   *
   * @param reason the defect of the server
   * @param tests the names of the test methods
   * @return this extension
   */
  public ServerTests mayFail(String reason, String... tests) {
    for (String test : tests) {
      faults.put(test, new Fault(reason, false));
    }
    return this;
  }

  /** Returns the endpoint of the server. Must not be called before the server has started. */
  public URI endpoint() {
    return server.endpoint();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    for (String test : faults.keySet()) {
      if (!isMethod(context.getRequiredTestClass(), test)) {
        throw new IllegalStateException("unknown test: " + test);
      }
    }
    try {
      server = ThirdPartyServer.start(kind);
    } catch (Unavailable e) {
      String message = kind.title() + ": not tested: " + e.getMessage();
      if (ThirdPartyServer.isAskedFor(kind)) {
        throw new IllegalStateException(message, e);
      }
      System.out.println(message);
      Assumptions.abort(message);
    }
  }

  private static boolean isMethod(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (Arrays.stream(each.getDeclaredMethods()).anyMatch(m -> m.getName().equals(name))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    String test = method.getExecutable().getName();
    Fault fault = faults.get(test);
    try {
      invocation.proceed();
    } catch (Exception | AssertionError e) {
      if (fault == null) {
        throw e;
      }
      failed.add(test + ": " + fault.reason);
      Assumptions.abort(server.title() + " has a known fault: " + fault.reason);
    }
    if (fault != null && fault.always) {
      throw new AssertionError(
          "%s now passes a test of a known fault (%s); remove the fault from the list"
              .formatted(server.title(), fault.reason));
    }
    passed++;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (server == null) {
      return;
    }
    server.close();
    System.out.printf(
        "%s: %d tests passed, %d failed as known%s%n",
        server.title(), passed, failed.size(), failed.isEmpty() ? "" : ":");
    failed.forEach(test -> System.out.println("  " + test));
  }
}
