/** Every Doris type on its way through a server to each shape in which rows are handed out. */
package io.dorischangelog.client.types;
