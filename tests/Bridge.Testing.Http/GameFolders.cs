using System.Text;

namespace Bridge.Testing.Http;

/// <summary>A folder of ROMs with copies of the button-test ROM, one for named states, one for files; deleted with the test.</summary>
public sealed class GameFolders : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-files-");

    public GameFolders()
    {
        Directory.CreateDirectory(Roms);
        Directory.CreateDirectory(Files);
        var rom = File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"));
        Write("buttontest.gba", rom);
        File.WriteAllBytes(Path.Combine(Files, "buttontest.gba"), rom);
        Write("Other Game (USA, Europe).gba", Changed(rom, 0xA0, "OTHERGAME\0\0\0AOGE"));
        Write("revision.gba", Changed(rom, rom.Length - 1, "!"));
        Write("garbage.gba", [.. Enumerable.Repeat((byte)'x', 4096)]);
        Write("empty.gba", []);
        Write("cut.gba", rom[..100]);
        // The part of a Game Boy game that mGBA checks: the logo's first bytes, and a title.
        Write("loop.gb", Changed(Changed(new byte[32768], 0x104, "\u00CE\u00ED\u0066\u0066\u00CC\u000D\u0000\u000B"), 0x134, "LOOP"));
        Write("readme.txt", "no ROM"u8.ToArray());
        File.CreateSymbolicLink(Path.Combine(Roms, "link.gba"), Path.Combine(Roms, "buttontest.gba"));
    }

    public string Roms => Path.Combine(_root.FullName, "roms");

    public string States => Path.Combine(_root.FullName, "states");

    public string Notebooks => Path.Combine(_root.FullName, "notebooks");

    public string Movies => Path.Combine(_root.FullName, "movies");

    public string Clips => Path.Combine(_root.FullName, "clips");

    public string Files => Path.Combine(_root.FullName, "files");

    /// <summary>Gets the folder of the emulators that clients create.</summary>
    public string Emulators => Path.Combine(_root.FullName, "emulators");

    public void Dispose() => _root.Delete(recursive: true);

    private void Write(string name, byte[] bytes) => File.WriteAllBytes(Path.Combine(Roms, name), bytes);

    private static byte[] Changed(byte[] bytes, int at, string text)
    {
        var changed = bytes.ToArray();
        Encoding.Latin1.GetBytes(text).CopyTo(changed, at);
        return changed;
    }
}
