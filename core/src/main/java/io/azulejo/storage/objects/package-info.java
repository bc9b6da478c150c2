/**
 * A toolkit for object stores. {@link io.azulejo.storage.objects.ObjectStorage} implements {@link
 * io.azulejo.storage.Storage} with the requests of an {@link
 * io.azulejo.storage.objects.ObjectClient}.
 *
 * <p>A client knows one kind of store: how to send its requests and what its errors mean. The
 * storage provides everything that stores have in common:
 *
 * <ul>
 *   <li>exclusive creation despite lost responses
 *   <li>range reads
 *   <li>multipart uploads within a memory budget
 *   <li>retries
 *   <li>listings
 *   <li>batch deletions
 *   <li>request counters
 * </ul>
 *
 * <p>The entry class is {@link io.azulejo.storage.objects.ObjectClient}.
 */
@NullMarked
package io.azulejo.storage.objects;

import org.jspecify.annotations.NullMarked;
