/** Telling listeners what happens, without letting them harm what happens. */
@NullMarked
package io.dorischangelog.client.internal.event;

import org.jspecify.annotations.NullMarked;
