package io.azulejo.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in a separate process on a free local port, which it reports in its output. It ends when
 * it is closed or when this process ends in any way.
 */
final class ServerProcess implements AutoCloseable {
  /** Maximum time for a server to start, even on a busy machine. */
  private static final Duration START = Duration.ofMinutes(3);

  private static final Path SHELL = Path.of("/bin/sh");

  /**
   * A shell command that runs a server until the standard input ends. The input ends when the
   * parent process ends, even if that is killed and its shutdown hooks do not run. The shell closes
   * its own output, so that the output ends when the server ends.
   */
  private static final List<String> UNTIL_THE_INPUT_ENDS =
      List.of(
          SHELL.toString(), "-c", "\"$@\" & exec >/dev/null 2>&1; read -r _; kill -9 $!", "server");

  private final Process process;
  private final URI endpoint;

  private ServerProcess(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /**
   * Starts a server and waits until it reports its port.
   *
   * @param command the command that starts the server, with its arguments
   * @param scheme the scheme of the endpoint, {@code http} or {@code https}
   * @param started matches the output line that reports the start; its first group is the port
   * @param log receives all output of the server; closed when the output ends
   * @throws IllegalStateException if the server ends or does not report its start in time; the
   *     message includes its output
   */
  static ServerProcess start(List<String> command, String scheme, Pattern started, Writer log) {
    List<String> all = new ArrayList<>();
    if (Files.isExecutable(SHELL)) {
      all.addAll(UNTIL_THE_INPUT_ENDS);
    }
    all.addAll(command);
    Process process;
    try {
      process = new ProcessBuilder(all).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> kill(process)));
    StringBuffer said = new StringBuffer();
    CompletableFuture<String> port = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> follow(process, started, said, log, port), "output of a server");
    thread.setDaemon(true);
    thread.start();
    try {
      String answering = port.get(START.toMillis(), TimeUnit.MILLISECONDS);
      return new ServerProcess(process, URI.create(scheme + "://127.0.0.1:" + answering));
    } catch (ExecutionException | TimeoutException e) {
      kill(process);
      throw new IllegalStateException("the server did not start: " + command + ":\n" + said, e);
    } catch (InterruptedException e) {
      kill(process);
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the endpoint, {@code http://127.0.0.1:PORT} or {@code https://127.0.0.1:PORT}. */
  URI endpoint() {
    return endpoint;
  }

  /**
   * Copies the output of a process to the log until it ends, so that the process never blocks.
   * Completes the port when the server reports it.
   */
  private static void follow(
      Process process,
      Pattern started,
      StringBuffer said,
      Writer log,
      CompletableFuture<String> port) {
    try (PrintWriter to = new PrintWriter(log, true);
        BufferedReader output =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = output.readLine()) != null) {
        to.println(line);
        if (!port.isDone()) {
          said.append(line).append('\n');
          Matcher found = started.matcher(line);
          if (found.find()) {
            port.complete(found.group(1));
          }
        }
      }
      port.completeExceptionally(new IllegalStateException("the process has exited"));
    } catch (IOException e) {
      port.completeExceptionally(e);
    }
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    kill(process);
  }
}
