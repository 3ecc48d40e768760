import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import { messageOf } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './authentication.module.css';
import { findRegions, type Region, useRegions } from './regions.ts';

type RegionFieldProps = {
  label: string;
  /** The id of a district. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  error?: string | undefined;
};

/** A district, chosen by its province or found by its name. */
export function RegionField({
  label,
  value,
  onChange,
  placeholder = 'Please choose',
  error,
}: RegionFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const regions = useRegions(isOpen || value !== '');
  const district = regions.districts.find((candidate) => String(candidate.id) === value);
  const province = regions.provinces.find((candidate) => candidate.id === district?.parentId);
  const chosen = district && (province ? `${district.name}, ${province.name}` : district.name);
  return (
    <div className={styles.group}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <button
        type="button"
        className={styles.picker}
        data-wrong={error === undefined ? undefined : ''}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        onClick={() => setOpen(true)}
      >
        <span id={`${id}-value`} className={chosen || value ? undefined : styles.empty}>
          {chosen ?? (value ? 'Chosen' : placeholder)}
        </span>
        <ChevronRight aria-hidden="true" />
      </button>
      {error !== undefined && (
        <p id={`${id}-note`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {isOpen && (
        <RegionPicker
          regions={regions}
          onClose={() => setOpen(false)}
          onChoose={(region) => {
            onChange(String(region.id));
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

type RegionPickerProps = {
  regions: ReturnType<typeof useRegions>;
  onClose: () => void;
  onChoose: (district: Region) => void;
};

function RegionPicker({ regions, onClose, onChoose }: RegionPickerProps) {
  const [typed, setTyped] = useState('');
  const [province, setProvince] = useState<Region>();
  const isSearching = typed.trim() !== '';
  const listed = isSearching
    ? findRegions(regions.districts, typed)
    : regions.districts.filter((district) => district.parentId === province?.id);
  const provinceName = ({ parentId }: Region) => regions.provinces.find(({ id }) => id === parentId)?.name;

  return (
    <Overlay
      kind="panel"
      title={province ? 'Choose your district' : 'Choose your province'}
      onClose={onClose}
    >
      <div className={styles.regions}>
        <TextField
          label="Search a district"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {regions.error ? (
          <ErrorState
            message={messageOf(regions.error)}
            onRetry={regions.retry}
            isRetrying={regions.isLoading}
          />
        ) : isSearching || province ? (
          <>
            {!isSearching && (
              <Button variant="quiet" onClick={() => setProvince(undefined)}>
                Back to the provinces
              </Button>
            )}
            <Rows>
              {listed.map((district) => (
                <RowButton
                  key={district.id}
                  title={district.name}
                  detail={isSearching ? provinceName(district) : undefined}
                  onClick={() => onChoose(district)}
                />
              ))}
            </Rows>
            {listed.length === 0 &&
              (regions.isLoading ? (
                <Skeleton lines={[56, 56, 56, 56]} />
              ) : (
                <EmptyState title="There is no such district">
                  Try the first letters of its name, or look through the provinces.
                </EmptyState>
              ))}
          </>
        ) : regions.provinces.length > 0 ? (
          <Rows>
            {regions.provinces.map((candidate) => (
              <RowButton key={candidate.id} title={candidate.name} onClick={() => setProvince(candidate)} />
            ))}
          </Rows>
        ) : (
          <Skeleton lines={[56, 56, 56, 56, 56]} />
        )}
      </div>
    </Overlay>
  );
}
