export function sessionStream(id: string): string {
  return `session/${id}`;
}
